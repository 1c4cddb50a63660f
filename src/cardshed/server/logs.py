"""Logs as one JSON object a line. Only what is named here gets in: no keys, no tickets, no cards."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

TOLD = ("match", "game", "why", "kind", "status", "url", "version", "count", "seconds")


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": record.getMessage(),
        }
        told |= {name: getattr(record, name) for name in TOLD if hasattr(record, name)}
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str)


def set_up(level: int = logging.INFO) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True  # addresses of private tables are invitations
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # it tells the address of every socket
