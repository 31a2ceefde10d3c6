"""Files of games of one's own: what is read of them, and that each mistake is one sentence with its line."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from core import own
from core.errors import CoreError
from core.games import get
from core.own.library import AGAIN, texts
from core.study.search.game_tree import written_nodes

LINES = 'triqui = 1\nkind = "lines"\nname = "a"\n'
SLIDES = 'triqui = 1\nkind = "slides"\nname = "a"\n'
HEAPS = 'triqui = 1\nkind = "heaps"\nname = "a"\n'
TREE = 'triqui = 1\nkind = "tree"\nname = "a"\n'
POINTS = "points = '''\na b c\nd e f\n'''\n"
"""Lines 4 to 7 of a file."""
STONES = POINTS + 'edges = ["a-b"]\nfirst = "a"\nsecond = "d"\n'

MISTAKES = [
    ("", 1, "does not give its version"),
    ("triqui = 2\n", 1, "of version 1"),
    ("triqui = true\n", 1, "of version 1"),
    ("triqui = 1\n", 1, "does not give its kind"),
    ('triqui = 1\nkind = "chess"\n', 2, "of the kind slides"),
    ('triqui = 1\nkind = "nim"\n', 2, "of the kind heaps"),
    ('triqui = 1\nkind = "lines"\nname = "Ä"\n', 3, "24 lower-case letters"),
    ('triqui = 1\nkind = "lines"\n', 1, "24 lower-case letters"),
    (LINES + "size = 3\n", 4, "has no 'size'"),
    (LINES + "title = 3\n", 4, "is not text"),
    (LINES + f'title = "{"x" * 41}"\n', 4, "more than 40"),
    (LINES + 'title = "a\\u202eb"\n', 4, "cannot be printed"),
    (LINES, 1, "the points are missing"),
    (LINES + "rows = 3\n", 4, "the points are missing"),
    (LINES + "rows = 3\ncolumns = 21\nstraight = 3\n", 5, "from 1 to 20"),
    (LINES + 'rows = "3"\ncolumns = 3\nstraight = 3\n', 4, "not a whole number"),
    (LINES + POINTS + "rows = 3\ncolumns = 3\nstraight = 3\n", 8, "cannot be used together"),
    (LINES + POINTS, 4, "the lines are missing"),
    (LINES + POINTS + "straight = 3\n", 8, "need a rectangular board"),
    (LINES + "rows = 3\ncolumns = 3\nstraight = 4\n", 6, "No line of 4 fits"),
    (LINES + POINTS + "lines = []\n", 8, "is empty"),
    (LINES + POINTS + "lines = [1, 2]\n", 8, "not a list of words in quotes"),
    (LINES + POINTS + 'lines = ["a b", "a q"]\n', 8, "no point 'q'"),
    (LINES + POINTS + 'lines = [\n  "a b",\n  "a q",\n]\n', 10, "no point 'q'"),
    (LINES + POINTS + 'lines = [\n  "a b a",\n]\n', 9, "point 'a' appears twice"),
    (LINES + POINTS + 'lines = ["a b",\n  "b a"]\n', 9, "line 'a b' appears twice"),
    (LINES + POINTS + 'lines = [""]\n', 8, "without a point"),
    (LINES + "points = '''\na b\n  a c\n'''\nlines = [\"a b\"]\n", 6, "already a point"),
    (LINES + "points = '''\na b\n  A c\n'''\nlines = [\"a b\"]\n", 6, "already a point"),
    (LINES + "points = '''\na b\n  abc\n'''\nlines = [\"a b\"]\n", 6, "too long for a point"),
    (LINES + "points = '''\na b\n  c * d\n'''\nlines = [\"a b\"]\n", 6, "not allowed in a picture"),
    (LINES + "points = '''\na\tb\n'''\nlines = [\"a b\"]\n", 5, "not allowed in a picture"),
    (LINES + "points = '''\n - \n'''\nlines = [\"a b\"]\n", 4, "no points in the picture"),
    (LINES + "points = '''\n" + "a " * 70 + "\n'''\n", 4, "larger than"),
    (LINES + "cube = [3, 7]\n", 4, "more than 400 points"),
    (LINES + "cube = [2, 8]\n", 4, "more than 4,000 lines"),
    (LINES + "cube = 3\n", 4, "not a list"),
    (LINES + "cube = [3]\n", 4, "a side of 2 or more"),
    (LINES + "cube = [3, 3]\nmisere = 1\n", 5, "neither true nor false"),
    (LINES + "cube = [3, 3]\ngravity = true\n", 5, "fall on a rectangular board"),
    (SLIDES + POINTS, 4, "the edges are missing"),
    (SLIDES + POINTS + 'edges = ["a-b",\n"a~c"]\n', 9, "is not an edge"),
    (SLIDES + POINTS + 'edges = ["a-x"]\n', 8, "no point 'x'"),
    (SLIDES + POINTS + 'edges = ["a-a"]\n', 8, "leads nowhere"),
    (SLIDES + POINTS + 'edges = ["a-b", "b-a"]\n', 8, "edge 'a-b' appears twice"),
    (SLIDES + POINTS + 'edges = ["a-b"]\n', 1, "stones of the first player"),
    (SLIDES + POINTS + 'edges = ["a-b"]\nfirst = "a"\nsecond = "b a"\n', 10, "Two stones are on 'a'"),
    (SLIDES + POINTS + 'edges = ["a-b"]\nfirst = "a b c"\nsecond = "d e f"\n', 10, "No point is empty"),
    (SLIDES + POINTS + 'edges = ["a-b"]\nplace = 4\n', 9, "from 1 to 3"),
    (SLIDES + POINTS + 'edges = ["a-b"]\nplace = 3\n', 9, "no point empty"),
    (SLIDES + POINTS + 'edges = ["a-b"]\nfirst = "a"\nsecond = "b"\n', 9, "no move at the start"),
    (SLIDES + STONES + 'stuck = "wins"\n', 11, "loses, draws, passes"),
    (SLIDES + STONES + 'guarded = "x"\n', 11, "no point 'x'"),
    (SLIDES + STONES + 'guarded = "b"\n', 9, "no move at the start"),
    (SLIDES + STONES + 'lines = ["a"]\n', 9, "full at the start"),
    (HEAPS, 1, "the heights of the heaps"),
    (HEAPS + "heaps = [3, 0]\n", 4, "from 1 to 10,000"),
    (HEAPS + f"heaps = {[1] * 27}\n", 4, "1 to 26"),
    (HEAPS + "heaps = [3]\n", 4, "what may be taken"),
    (HEAPS + 'heaps = [3]\noctal = "0.78"\n', 5, "from 0 to 7"),
    (HEAPS + 'heaps = [3]\noctal = "77"\n', 5, "not an octal code"),
    (HEAPS + 'heaps = [3]\noctal = "3.7"\n', 5, "comes 0, or 4"),
    (HEAPS + 'heaps = [3]\noctal = "0.00"\n', 5, "nothing can ever be taken"),
    (HEAPS + f'heaps = [3]\noctal = "0.{"7" * 13}"\n', 5, "more than 12 digits"),
    (HEAPS + 'heaps = [3]\noctal = "0.7"\ntake = [1]\n', 6, "cannot be used together"),
    (HEAPS + "heaps = [3]\ntake = [4]\n", 4, "Nothing can be taken"),
    (TREE, 1, "no tree"),
    (TREE + "tree = '''\nroot\n   a 1\n'''\n", 6, "two spaces more than"),
    (TREE + "tree = '''\nroot\n  a 1\n  a 2\n'''\n", 7, "already a node"),
    (TREE + "tree = '''\nroot\n  a 1\n    b 2\n'''\n", 7, "below a leaf"),
    (TREE + "tree = '''\nroot\n  a\n  b 2\n'''\n", 7, "neither children nor a value"),
    (TREE + "tree = '''\nroot\n  a 1\nother\n'''\n", 7, "a second root"),
    (TREE + "tree = '''\nroot\n  a 1000\n'''\n", 6, "at most three digits"),
    (TREE + "tree = '''\nroot 3\n'''\n", 5, "a root alone"),
    ("triqui = \n", 1, "not TOML"),
    (LINES + 'name = "b"\n', 4, "not TOML"),
    (LINES + "x" + ".x" * 9 + " = 1\n", 4, "8 dots"),
    (LINES + "x = [[[[[1]]]]]\n", 4, "4 levels"),
    (LINES + "x = 1234567890123\n", 4, "the number '1234567890123' is too long"),
    (LINES + "x = 'a\x07'\n", 4, "control character"),
]


@pytest.mark.parametrize(("text", "line", "said"), MISTAKES, ids=range(len(MISTAKES)))
def test_a_mistake_is_one_sentence_with_its_line(text: str, line: int, said: str) -> None:
    with pytest.raises(own.BadOwnFile) as caught:
        own.read(text.encode())
    sentence = str(caught.value)
    assert sentence.startswith(f"Line {line}: ")
    assert said.lower() in sentence.lower()
    assert sentence.endswith((".", ")."))
    assert "\n" not in sentence
    assert len(sentence) < 400


def test_there_are_more_than_forty_kinds_of_mistake() -> None:
    assert len({said for _text, _line, said in MISTAKES}) > 40


def test_what_is_too_large_or_no_text_is_refused_too() -> None:
    for data, said in ((b"#" * 65_537, "65,536 bytes"), (b"triqui = 1\n\xff", "Line 2: This is not UTF-8 text")):
        with pytest.raises(own.BadOwnFile, match=said):
            own.read(data)


@pytest.mark.parametrize(
    "text",
    [
        "a." * 30_000 + "a = 1",
        "x = " + "[" * 60_000,
        "x = " + "{a = " * 15_000,
        "x = " + "9" * 60_000,
        '"""' * 20_000,
        '\\"""\n' * 10_000,
        "'''" * 20_001,
        LINES + "points = '''\n" + "a1 " * 20_000 + "\n'''\n",
        LINES + "rows = 20\ncolumns = 20\nlines = [" + '"a1 b1", ' * 5_000 + "]\n",
    ],
    ids=range(9),
)
def test_what_would_take_a_parser_long_is_refused_before(text: str) -> None:
    with pytest.raises(own.BadOwnFile):
        own.read(text[:65_536].encode())


def test_a_stone_is_beside_another_along_an_edge_that_leads_from_there_to_it() -> None:
    text = SLIDES + "points = 'a b g'\nedges = [\"a-g\", \"b>a\"]\nfirst = 'a'\nsecond = 'b'\nguarded = 'g'\n"
    game = get(own.register(own.read(text.encode())).id)
    assert [game.format_move(game.start(), move) for move in game.moves(game.start())] == ["a-g"]


def test_the_id_is_made_of_what_the_file_says_and_not_of_how_it_says_it() -> None:
    one = own.read((LINES + 'rows = 3\ncolumns = 3\nlines = ["c1 b1 a1", "a2 b2"] # two\n').encode())
    other = own.read(
        b'lines = ["B2 A2", "a1 b1 c1"]\ncolumns=3\nrows=3\nname="a"\nkind="lines"\ntriqui=1\nmisere=false\n'
    )
    assert one == other
    said = json.loads(one.content)
    assert said == {"triqui": 1, "kind": "lines", "name": "a", "rows": 3, "columns": 3, "lines": ["a1 b1 c1", "a2 b2"]}
    text = json.dumps(said, sort_keys=True, separators=(",", ":"))
    assert one.id == f"own-lines:a@{sha256(text.encode()).hexdigest()}"
    assert own.taken(text) == one


def test_what_comes_with_a_game_is_read_as_strictly_as_a_file() -> None:
    whole = own.read((LINES + "cube = [3, 2]\n").encode()).content
    for content in (
        "",
        "[]",
        "{" * 100,
        '{"a":' + "[" * 50_000,
        whole.replace("[3,2]", "[3,9]"),
        whole.replace("[3,2]", "[3, 2]"),
        whole.replace('"a"', '"A"'),
        whole[:-1] + ',"more":1}',
        '{"x":' + "9" * 5000 + "}",
        whole + " " * 90_000,
    ):
        with pytest.raises(own.BadOwnFile):
            own.taken(content)


def test_a_game_is_known_by_its_id_or_by_its_name_and_other_rules_under_its_id_are_refused() -> None:
    definition = own.offer(own.read((LINES + "cube = [3, 2]\n").encode()))
    assert get(definition.id).content == get("own-lines:a").content == definition.content
    for id, content in (("own-lines:b@00000000", definition.content), ("tictactoe", definition.content)):
        with pytest.raises(CoreError, match="rules of another game"):
            get(id, content)
    with pytest.raises(CoreError, match="are not known here"):
        get("own-lines:nobody@12345678")


def test_every_file_of_the_gallery_says_where_it_comes_from_and_names_itself() -> None:
    for name, data in (*texts(), *texts(AGAIN)):
        definition = own.read(data)
        assert f"{definition.name}.toml" == name
        assert definition.source
        assert definition.title != definition.name
    assert len(own.gallery()) > 20


def test_the_starts_of_files_are_files() -> None:
    made = [own.read(data) for _name, data in texts("new")]
    assert sorted(each.kind for each in made) == ["heaps", "lines", "slides", "tree"]


def test_a_tree_is_kept_with_its_nodes_in_their_order() -> None:
    text = TREE + "first = 'min'\ntree = '''\n  r\n    a\n      b -3\n      c 12\n    d 0\n'''\n"
    values = own.read(text.encode()).values
    assert values["first"] == "min"
    assert [(node.name, node.children, node.value) for node in written_nodes(values)] == [
        ("r", (1, 4), None),
        ("a", (2, 3), None),
        ("b", (), -3),
        ("c", (), 12),
        ("d", (), 0),
    ]
