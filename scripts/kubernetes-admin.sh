#!/bin/sh
# Runs `admin COMMAND …` of the operations image in a cluster: as a Job made from the suspended CronJob
# `operations`, whose output it prints. Exits with 1 if the command fails. docs/kubernetes.md
set -eu
: "${KUBECTL:=kubectl -n doushouqi}"
[ $# -gt 0 ] || { echo "usage: $0 COMMAND …" >&2; exit 2; }

# The arguments as a JSON list.
list='"admin"'
for word in "$@"; do
  list="$list,\"$(printf '%s' "$word" | sed 's/[\\"]/\\&/g')\""
done
name="admin-$(date +%s)"
trap '$KUBECTL delete job "$name" --ignore-not-found --wait=false >/dev/null' EXIT
$KUBECTL create job "$name" --from=cronjob/operations --dry-run=client -o yaml |
  $KUBECTL patch --local -f - --type json -o yaml \
    -p "[{\"op\":\"replace\",\"path\":\"/spec/template/spec/containers/0/args\",\"value\":[$list]}]" |
  $KUBECTL create -f - >/dev/null

# Succeeded and failed pods, as `1,` or `,1`. The image may have to be pulled.
for _ in $(seq 300); do
  ended=$($KUBECTL get job "$name" -o 'jsonpath={.status.succeeded},{.status.failed}')
  [ "$ended" = , ] || break
  sleep 1
done
$KUBECTL logs "job/$name"
[ "$ended" = 1, ]
