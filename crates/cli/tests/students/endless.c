/* Writes with printf alone, never flushes, and goes on until it is stopped. Pichus and Raichus are all it knows:
   it takes what it can, and otherwise makes the first step that it finds. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int n;
static char side;

static int mine(char c) { return side == 'w' ? strchr("wW@", c) != NULL : strchr("bB$", c) != NULL; }

static int move(const char *board, char *after, int captures) {
    int ahead = side == 'w' ? 1 : -1, last = side == 'w' ? n - 1 : 0;
    for (int at = 0; at < n * n; at++) {
        char piece = board[at];
        if (piece == '.' || !mine(piece) || piece == 'W' || piece == 'B') continue;
        int pichu = isalpha((unsigned char)piece);
        for (int d = 0; d < 9; d++) {
            int down = d / 3 - 1, right = d % 3 - 1, over = -1;
            if (d == 4 || (pichu && (down != ahead || right == 0))) continue;
            for (int far = 1; far <= (pichu ? 2 : n); far++) {
                int r = at / n + far * down, c = at % n + far * right;
                if (r < 0 || r >= n || c < 0 || c >= n) break;
                char cell = board[r * n + c];
                if (cell == '.') {
                    if ((over >= 0) != captures || (over < 0 && pichu && far > 1)) continue;
                    strcpy(after, board);
                    after[at] = '.';
                    if (over >= 0) after[over] = '.';
                    after[r * n + c] = r == last ? (side == 'w' ? '@' : '$') : piece;
                    return 1;
                }
                if (over >= 0 || mine(cell) || (pichu && !islower((unsigned char)cell))) break;
                over = r * n + c;
            }
        }
    }
    return 0;
}

int main(int count, char **words) {
    char after[1024];
    if (count != 5) return 2;
    n = atoi(words[1]);
    side = words[2][0];
    printf("I have %s seconds\n", words[4]);
    if (!move(words[3], after, 1) && !move(words[3], after, 0)) return 3;
    for (int depth = 1;; depth++) {
        printf("%s\n", after);
        printf("finished depth %d\n", depth);
        usleep(50000);
    }
}
