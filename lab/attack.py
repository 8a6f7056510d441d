"""Hostile programs against a match, in every sandbox, and a table of what held.

    python3 lab/attack.py target/release/plywood

Programs that think on the opponent's time are not among them: crates/cli/tests/sandbox.rs has one in every sandbox.
As root everything is tried twice, as root and as an ordinary user (the user nobody). Without bubblewrap its column
is left out. Every program is bounded: none takes more than 700 MB or a minute. The exit code is 1 where anything
did not hold in a sandbox; without one (the column "limits") some attacks are known to succeed, and docs/sandbox.md
says which.
"""

import concurrent.futures
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile

SANDBOXES = ["bubblewrap", "namespaces", "landlock", "limits"]
NOBODY = 65534
# So many matches at a time.
AT_ONCE = 4

# What a program does; `broke(why)` says that it succeeded. REFEREE, SECRET, JOURNAL, SOCKET and PORT are filled in.
ATTACKS = {
    "12 kill the supervisor": "send(9)",
    "12 stop the supervisor": "send(19)",
    "12 outlive the match": "os.fork() or (os.setsid(), os.fork() or time.sleep(54321))",
    "12 signal the match": "each(lambda pid: (os.kill(pid, 0), broke('a signal arrives')))",
    "12 read the match's environment": "each(lambda pid: b'SECRET' in read(f'/proc/{pid}/environ') and broke('read'))",
    "12 open the match's memory": "each(lambda pid: (open(f'/proc/{pid}/mem', 'r+b'), broke('opened')))",
    "12 truncate the journal": "os.truncate(JOURNAL, 0); broke('truncated')",
    "13 200 MB in its folder": "[open(f'f{i}', 'wb').write(bytes(5 * 10**6)) for i in range(40)]; rest()",
    "13 5000 files": "[open(f'f{i}', 'w').close() for i in range(5000)]; rest()",
    "14 700 MB by memfd": "fd = os.memfd_create('x'); [os.write(fd, bytes(10**7)) for _ in range(70)]; rest()",
    "14 700 MB in /dev/shm": "fill('/dev/shm')",
    "14 700 MB in /tmp": "fill('/tmp')",
    "14 700 MB shared and unmapped": """
memory = mmap.mmap(-1, 7 * 10**8)
for i in range(0, 7 * 10**8, 4096): memory[i] = 1
memory.madvise(mmap.MADV_DONTNEED); rest()""",
    "14 2000 threads": """
for _ in range(2000): threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
rest()""",
    "14 5000 descriptors": "[os.dup(0) for _ in range(5000)]; broke('5000 open')",
    "14 inotify": "ctypes.CDLL(None).inotify_init() >= 0 and broke('an instance')",
    "15 read another's program": "open(SECRET).read(); broke('read')",
    "15 connect to a Unix socket": "socket.socket(socket.AF_UNIX).connect(SOCKET); broke('connected')",
    "15 connect to the network": "socket.create_connection(('127.0.0.1', PORT), 5); broke('connected')",
    "15 a user namespace": "ctypes.CDLL(None).unshare(0x10000000) == 0 and broke('a new one')",
    "16 15000 folders deep": "[(os.mkdir('d'), os.chdir('d')) for _ in range(15000)]; held()",
    "16 a folder without rights": "os.mkdir('d'); open('d/f', 'w').close(); os.chmod('d', 0); held()",
    "18 a line of 100 kB": "print('x' * 100000, flush=True); held()",
}

HEAD = """
import ctypes, mmap, os, socket, sys, threading, time
# Said at the end of the standard error, which the verdict quotes.
def broke(why): os.write(2, f'BROKE {{why}}\\n'.encode()); os._exit(3)
def held(): os.write(2, b'HELD\\n'); os._exit(3)
def answer(): print('a2-a3', flush=True)
def send(signal):
    # Where it has no effect, the supervisor is still there and still runs.
    parent = os.getppid(); os.kill(parent, signal); time.sleep(0.5)
    if os.getppid() == parent and b') T' not in read(f'/proc/{{parent}}/stat'): held()
    answer(); time.sleep(5); broke('late')
def rest(): time.sleep(2); broke('it lives')
def read(path):
    try: return open(path, 'rb').read()
    except OSError: return b''
def each(attack):
    # Those of this match alone: others run at the same time.
    for pid in filter(str.isdigit, os.listdir('/proc')):
        if b'match\\0raichu' in read(f'/proc/{{pid}}/cmdline') and {place!r}.encode() in read(f'/proc/{{pid}}/cmdline'):
            try: attack(int(pid))
            except OSError: pass
def fill(folder):
    # Unlinked at once, and each smaller than the largest file that is allowed.
    files = []
    for i in range(7):
        path = f'{{folder}}/{place_name}-{{i}}'
        files.append(open(path, 'wb')); os.unlink(path)
        for _ in range(10): files[-1].write(bytes(10**7))
    rest()
SECRET, JOURNAL, SOCKET, PORT = {secret!r}, {journal!r}, {socket!r}, {port}
try:
{body}
except Exception: pass
held()
"""


def attack(plywood, sandbox, title, user, place):
    """Plays one pair of games against random moves; what happened in a word or two."""
    folder, out = os.path.join(place, "program"), os.path.join(place, "out")
    for path in (folder, out):
        shutil.rmtree(path, ignore_errors=True)
    os.mkdir(folder)
    os.mkdir(out)
    secret, path = os.path.join(place, "secret"), os.path.join(place, "socket")
    with open(secret, "w", encoding="utf-8") as file:
        file.write("another student's program")
    journal = os.path.join(out, "games.jsonl")
    listener = socket.create_server(("127.0.0.1", 0))
    unix = socket.socket(socket.AF_UNIX)
    if os.path.exists(path):
        os.unlink(path)
    unix.bind(path)
    unix.listen()
    token = os.path.basename(place)
    body = "\n".join("    " + line for line in ATTACKS[title].strip().splitlines())
    more = "disk=64 files=1000" if title.startswith("13") else ""
    script = HEAD.format(body=body, place=place, place_name=token, secret=secret, journal=journal, socket=path, port=listener.getsockname()[1])
    with open(os.path.join(folder, "player.py"), "w", encoding="utf-8") as file:
        file.write(script)
    command = f"name=attacker type=oneshot cmd=\"/usr/bin/python3 player.py {token}\" dir={folder} time=4 memory=128 {more}"
    words = [plywood, "match", "raichu", "--player", command, "--player", "type=random", "--games", "2",
             "--opening-plies", "0", "--unbalanced", "--sandbox", sandbox, "--out", out]
    for path in [place, folder, out, secret, os.path.join(place, "socket")]:
        os.chown(path, *user)
    environment = dict(os.environ, SECRET="x", HOME=place, TMPDIR=place, PATH="/usr/bin:/bin")
    # Only root may become somebody else.
    other = {"user": user[0], "group": user[1], "extra_groups": []} if os.geteuid() == 0 else {}
    run = subprocess.run(words, capture_output=True, text=True, timeout=200, env=environment, cwd=place, **other)
    unix.close()
    listener.close()
    return judge(run, journal, place)


def attempt(plywood, sandbox, title, user):
    """The same in a folder of its own, which is gone afterwards."""
    place = tempfile.mkdtemp(prefix="attack-")
    try:
        return attack(plywood, sandbox, title, user, place)
    except subprocess.TimeoutExpired:
        return "BROKE", "the match hangs"
    finally:
        subprocess.run(["chmod", "-R", "u+rwx", place], capture_output=True, check=False)
        subprocess.run(["rm", "-rf", place], check=False)


def judge(run, journal, place):
    """What held, from what the match left."""
    if run.returncode != 0:
        why = run.stderr.strip().splitlines()[-1:] or [f"code {run.returncode}"]
        return "BROKE", f"the match ended: {why[0]}"
    left = [name for name in os.listdir(place) if name.startswith("plywood-")]
    if left:
        return "BROKE", "folders left behind"
    if subprocess.run(["pgrep", "-f", "player.py " + os.path.basename(place)], capture_output=True, check=False).returncode == 0:
        return "BROKE", "a process lives on"
    with open(journal, encoding="utf-8") as file:
        games = [json.loads(line) for line in file.read().splitlines()[1:]]
    if len(games) != 2:
        return "BROKE", "games are missing"
    whys = [(game.get("verdict") or {}).get("why", "") for game in games]
    broken = [why for why in whys if "BROKE" in why]
    if any("more than a megabyte" in why for why in whys):
        return "BROKE", "what is said of it is not true"
    if broken:
        return "BROKE", broken[0].split("BROKE ")[1]
    # Whoever does not say so itself was ended by its supervisor. One whose time was up may have been only slow.
    ended = ("it was ended", "its supervisor was", "signal ")
    if all("HELD" in why or why.startswith(ended) or "without a line end, and a line may have" in why for why in whys):
        return "held", whys[0]
    if all(why.startswith("it printed nothing in") for why in whys):
        return "timeout", whys[0]
    return "?", whys[0] or "it played on"


def main():
    plywood = shutil.copy(sys.argv[1], tempfile.mkdtemp())
    for path in (os.path.dirname(plywood), plywood):
        os.chmod(path, 0o755)
    works = json.loads(subprocess.run([plywood, "match", "--check-sandbox", "--json"], capture_output=True, text=True,
                                      check=False).stdout)["sandboxes"]
    usable = [one["sandbox"] for one in works if one["works"]] + ["limits"]
    users = {"root": (0, 0), "user": (NOBODY, NOBODY)} if os.geteuid() == 0 else {"user": (os.geteuid(), os.getegid())}
    columns = [(name, sandbox) for name in users for sandbox in SANDBOXES if sandbox in usable]
    print(f"{'':32}" + "".join(f"{name + ' ' + sandbox:18}" for name, sandbox in columns))
    is_broken, notes = False, []
    only = sys.argv[2:]
    for title in ATTACKS:
        if only and not any(word in title for word in only):
            continue
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            results = list(pool.map(lambda column: attempt(plywood, column[1], title, users[column[0]]), columns))
        row = ""
        for (name, sandbox), (word, why) in zip(columns, results):
            row += f"{word:18}"
            if word not in ("held", "timeout"):
                is_broken |= sandbox != "limits"
                notes.append(f"{title}, {name}, {sandbox}: {why}")
        print(f"{title:32}{row}", flush=True)
    print("\n".join(notes))
    shutil.rmtree(os.path.dirname(plywood))
    sys.exit(1 if is_broken else 0)


main()
