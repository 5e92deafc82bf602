#!/bin/sh
# Upgrades the composed product: builds, then replaces one changed container after the other and waits until it is
# ready. `docker compose up` would stop all changed containers at once, and those that depend on one of them. Clients of
# a drained realtime node reconnect to another one. Needs only Docker, and reads .env as `docker compose` does.
#
#   scripts/compose-upgrade.sh [--no-build]
set -eu
cd "$(dirname "$0")/.."

READY_SECONDS=120

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

# An image of the product is asked at once; the engine checks health only every ten seconds.
is_ready() {
  docker exec "$1" node healthcheck.mjs >/dev/null 2>&1 ||
    [ "$(docker inspect --format '{{if .State.Health}}{{.State.Health.Status}}{{else}}healthy{{end}}' "$1")" = healthy ]
}

replace() {
  echo "replacing $1"
  # Without --no-deps, which gives the container another configuration hash.
  COMPOSE_IGNORE_ORPHANS=true compose up --detach --no-build "$1"
  tries=$((READY_SECONDS * 5))
  for id in $(compose ps --quiet "$1"); do
    until is_ready "$id"; do
      tries=$((tries - 1))
      [ "$tries" -gt 0 ] || { echo "$1 is not ready after $READY_SECONDS s: docker compose logs $1" >&2; exit 1; }
      sleep 0.2
    done
  done
}

if [ "${1:-}" != --no-build ]; then
  echo 'building the images; the first build takes minutes'
  compose build
fi
if [ -n "$(compose ps --quiet)" ]; then
  for name in $(in_order "$(outdated)"); do replace "$name"; done
fi
echo 'starting what does not run, removing what is no longer configured'
compose up --detach --wait --no-build --remove-orphans
echo 'all containers are up to date and ready'
