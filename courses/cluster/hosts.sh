#!/usr/bin/env bash
# A Ray cluster of hosts that are reached by ssh, without passwords: bash hosts.sh start|stop HOST…
# The machine that it is called on is the head. All need the virtual environment of $VENV.
#   bash hosts.sh start lab-1 lab-2 lab-3
#   plywood-cluster match --file class.toml --out class
#   bash hosts.sh stop lab-1 lab-2 lab-3
set -euo pipefail
VENV=${VENV:-$HOME/plywood}
export RAY_USAGE_STATS_ENABLED=0
action=$1
shift

case $action in
start)
    # A head that also plays; --num-cpus 0 if it has other work. Ray's ports must be reachable from
    # the hosts, and from nowhere else: Ray has no passwords.
    head=$(hostname -I | cut -d' ' -f1)
    "$VENV/bin/ray" start --head --node-ip-address "$head" --port 6379 --include-dashboard false
    for host in "$@"; do
        ssh "$host" RAY_USAGE_STATS_ENABLED=0 "$VENV/bin/ray" start --address "$head:6379" --labels "host=$host"
    done
    ;;
stop)
    for host in "$@"; do
        ssh "$host" "$VENV/bin/ray" stop
    done
    "$VENV/bin/ray" stop
    ;;
*)
    echo "usage: bash hosts.sh start|stop HOST…" >&2
    exit 2
    ;;
esac
