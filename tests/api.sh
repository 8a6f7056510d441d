#!/usr/bin/env bash
# Asks the server everything that its own description allows, and much that it does not: no answer may be a 5xx.
#   tests/api.sh target/debug/plywood [EXAMPLES]
set -euo pipefail
cd "$(dirname "$0")/.."

plywood=${1:-target/debug/plywood}
schemathesis=$PWD/target/venv/bin/schemathesis
examples=${2:-25}
data=$(mktemp -d)
"$plywood" serve --port 0 --data "$data" > "$data/address" &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$data"' EXIT
for _ in $(seq 100); do
    if [ -s "$data/address" ]; then break; fi
    sleep 0.1
done
address=$(head -n 1 "$data/address")

# A game of its own, so that what needs a seat is reached as well.
game=$(python3 - "$address" <<'PYTHON'
import json, sys, urllib.request
wish = json.dumps({"game": "checkers", "players": ["human", {"level": 1}]}).encode()
request = urllib.request.Request(sys.argv[1] + "api/play", wish, {"Content-Type": "application/json"})
game = json.load(urllib.request.urlopen(request))
print(game["id"], game["seats"][0]["token"])
PYTHON
)
read -r id token <<< "$game"
printf '[parameters]\n"path.id" = "%s"\n' "$id" > "$data/schemathesis.toml"

# It leaves what it remembers where it runs: in the folder that goes away.
(cd "$data" && "$schemathesis" --config-file "$data/schemathesis.toml" run "${address}api/openapi.json" \
    --header "Authorization: Bearer $token" \
    --checks not_a_server_error,response_schema_conformance,content_type_conformance,status_code_conformance \
    --max-examples "$examples" --seed 1 --request-timeout 60 --generation-database none --no-color --warnings off)
