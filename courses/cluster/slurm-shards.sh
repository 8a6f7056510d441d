#!/usr/bin/env bash
# A tournament as a Slurm array of shards: bash slurm-shards.sh class.toml class [shards]
# Runs on the login node until the tournament is complete; start it again if it was interrupted.
# Needs nothing but the program plywood on a file system that all nodes share.
set -euo pipefail
plan=$1
out=$2
shards=${3:-64}

while
    # Each shard: one core, the games of one round one after another. The same command continues a
    # shard that was interrupted; --requeue lets Slurm do that when a node dies. --constraint=… keeps
    # to nodes of one type.
    sbatch --wait --array="1-$shards" --cpus-per-task=1 --requeue --output="slurm-%A-%a.log" --wrap \
        "plywood match --file '$plan' --out '$out' --concurrency 1 --no-rehearsal --shard \$SLURM_ARRAY_TASK_ID/$shards"
    progress=$(plywood merge "$out" --json)
    echo "$progress" | cut -c1-100
    [[ $progress != *'"complete":true'* ]]
do :; done
plywood merge "$out"
