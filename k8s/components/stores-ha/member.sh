#!/bin/sh
# One member of the replicated Redis.
#
#   member.sh redis      its server
#   member.sh sentinel   the sentinel beside it
#   member.sh leave      before a planned stop: another member becomes the master
#
# MEMBERS: host names of all members; MEMBER: that of this one. The sentinels know the master; at the first start it is
# the first member. Each start writes the configuration again, so that it has the present passwords.
set -eu
config=$(dirname "$0")
data=${DATA_DIR:-/data}
secrets=${SECRETS_DIR:-/run/secrets/doushouqi}
bind=${BIND:-* -::*}
saved=$data/sentinel.conf
# What a sentinel has learned, and must remember.
memory='^sentinel (myid|monitor|config-epoch|leader-epoch|current-epoch|known-replica|known-sentinel) '

password() { cat "$secrets/$1-password"; }

ask() {
  host=$1
  shift
  REDISCLI_AUTH=$(password operator) redis-cli -h "$host" --user operator "$@"
}

# Prints the master: as a sentinel knows it, as this member remembers it, or the first member.
find_master() {
  for host in $MEMBERS; do
    master=$(timeout 2 redis-cli -h "$host" -p 26379 sentinel get-master-addr-by-name doushouqi 2>/dev/null | head -n 1)
    case " $MEMBERS " in *" ${master:-none} "*) echo "$master" && return ;; esac
  done
  master=$(sed -n 's/^sentinel monitor doushouqi \([^ ]*\) .*/\1/p' "$saved" 2>/dev/null || true)
  echo "${master:-${MEMBERS%% *}}"
}

is_replicated() {
  ask "$MEMBER" info replication | tr -d '\r' | awk -F '[:=,]' '
    /^slave[0-9]/ { for (i = 1; i < NF; i++) if ($i == "offset") offsets[$(i + 1)] = 1; found = 1 }
    /^master_repl_offset/ { own = $2 }
    END { for (offset in offsets) if (offset != own) exit 1; exit !found }'
}

# Repeats a command for at most ten seconds.
await() {
  tries=100
  until "$@"; do
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || return 1
    sleep 0.1
  done
}

master() { ask "$MEMBER" -p 26379 sentinel get-master-addr-by-name doushouqi | head -n 1; }
# The sentinel beside this member leads the change and must not stop before the new master has a replica.
is_handed_over() { [ "$(master)" != "$MEMBER" ] && ask "$(master)" info replication | grep -q state=online; }

umask 077
case "$1" in
redis)
  master=$(find_master)
  {
    grep -vE '^(dir|aclfile) ' "$config/redis.conf"
    echo "bind $bind"
    echo "dir $data"
    echo "aclfile $secrets/users.acl"
    echo "replica-announce-ip $MEMBER"
    echo "masteruser replica"
    echo "masterauth $(password replica)"
    # A master that is cut off must not accept moves.
    echo "min-replicas-to-write 1"
    echo "repl-timeout 10"
    echo "repl-diskless-sync-delay 0"
    [ "$master" = "$MEMBER" ] || echo "replicaof $master 6379"
  } >"$data/redis.conf"
  exec redis-server "$data/redis.conf"
  ;;
sentinel)
  learned=$(grep -E "$memory" "$saved" 2>/dev/null || echo "sentinel monitor doushouqi $(find_master) 6379 2")
  {
    echo "bind $bind"
    echo "dir $data"
    echo "sentinel announce-ip $MEMBER"
    cat "$config/sentinel.conf"
    echo "$learned"
    echo "sentinel down-after-milliseconds doushouqi 5000"
    echo "sentinel failover-timeout doushouqi 10000"
    echo "sentinel parallel-syncs doushouqi 2"
    echo "sentinel auth-user doushouqi sentinel"
    echo "sentinel auth-pass doushouqi $(password sentinel)"
    echo "user operator on >$(password operator) ~* &* +@all"
  } >"$saved.new"
  mv "$saved.new" "$saved"
  exec redis-server "$saved" --sentinel
  ;;
leave)
  [ "$(master)" = "$MEMBER" ] || exit 0
  # From here on no write is accepted, so no replica lacks one.
  ask "$MEMBER" config set min-replicas-to-write 9 >/dev/null
  await is_replicated
  ask "$MEMBER" -p 26379 sentinel failover doushouqi >/dev/null
  await is_handed_over
  ;;
esac
