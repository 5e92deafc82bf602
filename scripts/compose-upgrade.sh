#!/bin/sh
# Upgrades the composed product: builds, then replaces one changed container after the other and waits until it is
# ready. `docker compose up` would stop all changed containers at once, and those that depend on one of them. Clients of
# a drained realtime node reconnect to another one. Needs only Docker, and reads .env as `docker compose` does. It may
# be interrupted: running it again replaces what is left.
#
#   scripts/compose-upgrade.sh               builds, and gives the images the tag of this version, too
#   scripts/compose-upgrade.sh --no-build    takes the images as they are
#   scripts/compose-upgrade.sh --to VERSION  takes the images of another version: a tag of
#                                            `docker image ls doushouqi-gateway`; before-VERSION is what ran before one
set -eu
cd "$(dirname "$0")/.."

READY_SECONDS=${READY_SECONDS:-120}

compose() { docker compose --progress quiet "$@"; }

# Prints the services whose containers have another configuration or image than they would get now, without those that
# are no longer in the configuration.
outdated() {
  wanted=$(compose config --hash '*')
  label='index .Config.Labels "com.docker.compose'
  docker inspect --format "{{$label.service\"}} {{$label.config-hash\"}} {{.Image}} {{.Config.Image}}" $(compose ps --quiet) |
    while read -r name hash image tag; do
      echo "$wanted" | grep -q "^$name " || continue
      echo "$wanted" | grep -qx "$name $hash" && [ "$image" = "$(docker image inspect --format '{{.Id}}' "$tag")" ] || echo "$name"
    done | sort -u
}

# Stores come before the services, the gateway comes last: new pages find new services. `mongodb-users` runs in the network
# of MongoDB's container and is replaced with it; later, Compose would replace the services that depend on it too.
in_order() {
  for name in redis mongodb; do echo "$1" | grep -x "$name" || true; done
  echo "$1" | grep -x mongodb >/dev/null && echo mongodb-users
  echo "$1" | grep -vxE 'redis|mongodb|gateway' || true
  echo "$1" | grep -x gateway || true
}

# Prints those of our images that have no tag $1.
missing() {
  for image in $images; do
    docker image inspect "${image%:*}:$1" >/dev/null 2>&1 || echo "${image%:*}:$1"
  done
}

# Gives our images with tag $1 the tag $2, too.
tag_images() {
  for image in $images; do docker image tag "${image%:*}:$1" "${image%:*}:$2"; done
}

# Prints the state and the next step if the upgrade ends early.
explain() {
  [ $? -ne 0 ] || return 0
  {
    echo "stopped while $doing. Every container runs, with its former image or the new one, except:"
    compose ps --all --format '{{.Service}}: {{.State}} {{.Health}} {{.ExitCode}}' |
      grep -vE ': (running (healthy)?|exited ) 0$' || echo '(none)'
    echo "Next: docker compose logs NAME shows the reason."
    echo "Then: scripts/compose-upgrade.sh --no-build replaces what is left${version:+; --to before-$version goes back}."
  } >&2
}

# An image of the product is asked at once; the engine checks health only every ten seconds.
is_ready() {
  docker exec "$1" node healthcheck.mjs >/dev/null 2>&1 ||
    [ "$(docker inspect --format '{{if .State.Health}}{{.State.Health.Status}}{{else}}healthy{{end}}' "$1")" = healthy ]
}

are_ready() {
  for id in $(compose ps --quiet "$1"); do is_ready "$id" || return 1; done
}

# Repeats a command until it succeeds, and prints its last error if it does not in time. Compose starts nothing that depends
# on an unhealthy container, which a store may be for some seconds.
await() {
  end=$(($(date +%s) + READY_SECONDS))
  until error=$("$@" 2>&1); do
    if [ "$(date +%s)" -ge "$end" ]; then
      echo "$error" >&2
      return 1
    fi
    sleep 0.2
  done
}

replace() {
  doing="replacing $1"
  echo "$doing"
  # Without --no-deps, which gives the container another configuration hash.
  COMPOSE_IGNORE_ORPHANS=true await compose up --detach --no-build "$1"
  await are_ready "$1" || { echo "$1 is not ready after $READY_SECONDS s" >&2; exit 1; }
}

version=''
doing='reading the configuration'
trap explain EXIT
trap 'exit 130' INT TERM
images=$(compose config --images | grep '^doushouqi-' | sort -u)
tag=$(echo "$images" | head -n 1 | sed 's/.*://')
case "${1:-}" in
--no-build) ;;
--to)
  doing="taking the images of ${2:?which version?}"
  lost=$(missing "$2")
  [ -z "$lost" ] || { echo "there is no image" $lost >&2; trap - EXIT; exit 1; }
  tag_images "$2" "$tag"
  ;;
*)
  doing='building the images'
  echo "$doing; the first build takes minutes"
  version=$(git describe --tags --always --dirty 2>/dev/null || date -u +%Y%m%dT%H%M%S)
  # A repeated build must not take its own images for the former ones. The first build of all has none.
  [ -n "$(missing "$tag")" ] || [ -z "$(missing "before-$version")" ] || tag_images "$tag" "before-$version"
  compose build
  tag_images "$tag" "$version"
  ;;
esac
if [ -n "$(compose ps --quiet)" ]; then
  doing='comparing the containers'
  for name in $(in_order "$(outdated)"); do replace "$name"; done
fi
doing='starting what does not run, removing what is no longer configured'
echo "$doing"
await compose up --detach --wait --no-build --remove-orphans
echo 'all containers are up to date and ready'
