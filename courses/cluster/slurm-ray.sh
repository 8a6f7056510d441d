#!/usr/bin/env bash
#SBATCH --job-name=plywood
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=32
#SBATCH --exclusive
#SBATCH --time=02:00:00
# A tournament on a Ray cluster that lives as long as the job: sbatch slurm-ray.sh class.toml class
# All nodes need the same virtual environment with plywood[ray], here in $HOME/plywood, and the
# program plywood. A job that ran out of time continues when it is submitted again.
set -euo pipefail
source "$HOME/plywood/bin/activate"
export RAY_USAGE_STATS_ENABLED=0
head=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
resume=()
[ -e "$2/games.jsonl" ] && resume=(--resume)

# Starts Ray on every node, runs the command on the first, and stops Ray when it is done.
srun ray symmetric-run --address "$head:6379" --min-nodes "$SLURM_JOB_NUM_NODES" \
    --num-cpus "$SLURM_CPUS_PER_TASK" -- \
    plywood-cluster match --file "$1" --out "$2" "${resume[@]}" --yes --address auto
