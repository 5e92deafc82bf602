#!/bin/sh
# Upgrades the composed product: builds, then replaces one changed container after the other and waits until it is
# ready. `docker compose up` would stop all changed containers at once. Clients of a drained realtime node reconnect
# to another one. Needs only Docker, and reads .env as `docker compose` does.
#
#   scripts/compose-upgrade.sh [--no-build]
set -eu
cd "$(dirname "$0")/.."

TASKS='secrets mongodb-users'
READY_SECONDS=120

ids() { docker compose ps --quiet "$1"; }

# An image of the product is asked at once; the engine checks health only every ten seconds.
is_ready() {
  docker exec "$1" node healthcheck.mjs 2>/dev/null ||
    [ "$(docker inspect --format '{{if .State.Health}}{{.State.Health.Status}}{{else}}healthy{{end}}' "$1")" = healthy ]
}

replace() {
  before=$(ids "$1")
  docker compose --progress quiet up --detach --no-deps --no-build "$1"
  after=$(ids "$1")
  [ "$before" != "$after" ] || return 0
  echo "replaced $1"
  tries=$((READY_SECONDS * 5))
  for id in $after; do
    until is_ready "$id"; do
      tries=$((tries - 1))
      [ "$tries" -gt 0 ] || { echo "$1 is not ready after $READY_SECONDS s: docker compose logs $1" >&2; exit 1; }
      sleep 0.2
    done
  done
}

[ "${1:-}" = --no-build ] || docker compose build

if [ -n "$(docker compose ps --quiet)" ]; then
  # Keys and stores come before the services, the gateway comes last: new pages find new services.
  first='secrets redis mongodb mongodb-users'
  others=$(docker compose config --services | grep -vxE "gateway|$(echo "$first" | tr ' ' '|')" | sort)
  for name in $first $others gateway; do
    case " $TASKS " in
      *" $name "*) docker compose --progress quiet up --no-deps --no-build --no-log-prefix "$name" ;;
      *) replace "$name" ;;
    esac
  done
fi
docker compose --progress quiet up --detach --wait --no-build
