"""The program of a page of docs/guides, killed while it waits and answered while it is dead."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tests.world import NODE, ROOT, World

MODEL = ROOT / "test" / "support" / "model-server-main.ts"
SCRIPT = {
    "models": ["gpt-5"],
    "turns": [
        {
            "when": {"tool": "ask_human"},
            "calls": [{"name": "transfer", "args": {"to": "ana", "amount": 5000}}],
        },
        {"when": {"step": 0}, "calls": [{"name": "ask_human", "args": {"question": "Who is paid?"}}]},
    ],
    "otherwise": {"text": "It is paid."},
}
MOST_TO_ASK = 3
MOST_TO_APPROVE = 5
PATIENCE = 120


class Page(unittest.TestCase):
    page: str
    edit_says: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.world = World()
        cls.text = (ROOT / "docs" / "guides" / cls.page).read_text(encoding="utf-8")
        marked = r"^```python rig[^\n]*\n(.*?)^```$"
        [cls.program] = re.findall(marked, cls.text, re.MULTILINE | re.DOTALL)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.world.close()

    def test_the_lines_that_a_user_writes_are_few(self) -> None:
        self.assertLessEqual(self.lines_of("ask"), MOST_TO_ASK)
        self.assertLessEqual(self.lines_of("approve"), MOST_TO_APPROVE)

    def lines_of(self, what: str) -> int:
        """Between the marks for this and those for both."""
        marked = re.findall(r"# <([\w ]+)>\n(.*?)# </", self.program, re.DOTALL)
        blocks = [block for words, block in marked if what in words.split()]
        self.assertGreater(len(blocks), 0)
        return sum(1 for block in blocks for line in block.splitlines() if line.strip())

    def test_killed_while_it_waits_it_runs_the_edited_call_once_and_tells_the_model(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "script.json")
            script.write_text(json.dumps(SCRIPT))
            Path(folder, "agent.py").write_text(self.program)
            model = subprocess.Popen(
                [NODE, str(MODEL), "--script", str(script)], stdout=subprocess.PIPE, text=True
            )
            try:
                said = self._killed_and_started_again(folder, model)
            finally:
                model.kill()
                model.communicate()
        self.assertEqual(said.count("sends 90 to ana"), 1, said)
        self.assertNotIn("sends 5000", said)
        self.assertIn(self.edit_says, said)
        self.assertIn("It is paid.", said)

    def _killed_and_started_again(self, folder: str, model: subprocess.Popen[str]) -> str:
        assert model.stdout is not None
        url = model.stdout.readline().split()[-1]
        environment = {
            **os.environ,
            "EARSHOT_DATA": str(self.world.data),
            "OPENAI_BASE_URL": f"{url}/v1",
            "OPENAI_API_KEY": "none",
        }

        def started() -> subprocess.Popen[str]:
            return subprocess.Popen(
                [sys.executable, "agent.py"],
                cwd=folder,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )

        first = started()
        self.world.operator.answer(self.world.open_("Who is paid?").id, {"text": "ana"})
        request = self.world.open_("'ana'")
        first.kill()
        before, _ = first.communicate(timeout=PATIENCE)
        self.world.approve(request.id, amount=90)
        after, _ = started().communicate(timeout=PATIENCE)
        return f"{before}{after}"
