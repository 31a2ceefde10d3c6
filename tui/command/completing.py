"""What a shell offers to complete a command line with: the values of arguments and options, and the scripts that ask.

Typer takes the question from variables of the environment and answers by what stands at ``autocompletion`` of a parameter.
Names are read from the tables of the registries, so that a key of the shell loads no engine and nothing that draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core import engines, games, strategies
from core.engines.dialects import SPOKEN
from core.kits import KITS, family
from core.players import opponents
from core.strategies.levels import NAMES
from tui.command.caller import COMPLETION
from tui.locale import codes

SCRIPTS = {
    # Bash takes a colon for the end of a word: all words are counted anew, and what stands before the last colon is left out.
    "bash": """_triqui_completion() {
    local line="${COMP_LINE:0:COMP_POINT}" word words
    read -ra words <<< "$(sed -E "s/\\"[^\\"]*\\"|'[^']*'/_/g" <<< "$line")_"
    mapfile -t COMPREPLY < <(env COMP_WORDS="$line" COMP_CWORD="$((${#words[@]} - 1))" \\
        ${variable}=complete_bash "$1" 2> /dev/null)
    [[ -n "${COMPREPLY[*]}" ]] || COMPREPLY=()
    word="${words[-1]%_}" word="${word#--*=}"
    [[ "$COMP_WORDBREAKS" != *:* ]] || COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*:}"}"}")
}
complete -o default -F _triqui_completion triqui""",
    "zsh": """#compdef triqui
_triqui_completion() {
    eval "$(env _TYPER_COMPLETE_ARGS="${words[1,$CURRENT]}" ${variable}=complete_zsh triqui 2> /dev/null)"
}
compdef _triqui_completion triqui""",
    "fish": """complete -c triqui -f -a "(env ${variable}=complete_fish _TYPER_COMPLETE_FISH_ACTION=get-args \
_TYPER_COMPLETE_ARGS=(commandline -cp) triqui 2> /dev/null)\"""",
}
"""By the name of the shell, what it reads at its start."""


def script(shell: str) -> str:
    """The script of a shell."""
    return SCRIPTS[shell].replace("${variable}", COMPLETION)


def among(*values: str) -> Callable[[], Sequence[str]]:
    """The values of an option that has few."""
    return lambda: values


def game(incomplete: str) -> list[str]:
    """The games of the hall, and once an option is begun those that the family has."""
    presets = [id for kit in KITS.values() for id in kit.presets.split()]
    root, slash, _ = incomplete.rpartition("/")
    if not slash or family(root) not in games.FAMILIES:
        return presets
    options = games.FAMILIES[family(root)].options
    return [f"{root}/{option}" for option in options if option not in root.split("/")[1:]]


def family_name() -> list[str]:
    """The families of games."""
    return list(KITS)


def player(incomplete: str) -> list[str]:
    """Who may sit at a board, and once the colon after an engine is written the levels."""
    name, colon, _ = incomplete.partition(":")
    if colon:
        has_levels = name == opponents.BEST or name in engines.ENGINES
        return [f"{name}:{level}" for level in NAMES] if has_levels else []
    return [opponents.HUMAN, opponents.ME, opponents.BEST, *engines.NAMES, *strategies.STRATEGIES, opponents.LOSER]


def engine(incomplete: str) -> list[str]:
    """The engines."""
    return list(engines.NAMES)


def protocol() -> list[str]:
    """The protocols."""
    return list(SPOKEN)


def language() -> list[str]:
    """The languages that the hall speaks."""
    return list(codes())
