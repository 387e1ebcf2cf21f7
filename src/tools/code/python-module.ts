import { pythonMailbox } from "./away/python-mailbox.ts";
import type { Way } from "./program-files.ts";
import { pythonSocket } from "./python-socket.ts";

/** `hermes_tools` as a program imports it; what it needs to know stands in connection.json beside it. */
export function pythonModule(way: Way): string {
  return `${head}${way === "socket" ? pythonSocket : pythonMailbox}${client}`;
}

const head = `"""The tools of this session. Results are dicts; a failed call has an "error" in its dict."""
import json
import os
import shlex
import socket
import threading
import time

_folder = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(_folder, "connection.json"), encoding="utf-8") as _file:
    _given = json.load(_file)
_lock = threading.Lock()
_count = [0]


class ToolError(Exception):
    """The call was not carried out: not available to programs, too many calls, or the connection is gone."""

`;

const client = `

def _exchange(method, params):
    _count[0] += 1
    answer = _ask({"jsonrpc": "2.0", "id": _count[0], "method": method, "params": params})
    if "error" in answer:
        raise ToolError(answer["error"]["message"])
    return answer["result"]


def _call(name, params):
    with _lock:
        if _count[0] == 0:
            _exchange("hello", {"token": _given["token"]})
        text = _exchange(name, params)
    try:
        value = json.loads(text)
    except ValueError:
        return {"content": text}
    return value if isinstance(value, dict) else {"content": value}


def _tool(name, order):
    def call(*args, **named):
        if len(args) > len(order):
            raise TypeError("%s takes at most %d positional arguments" % (name, len(order)))
        params = dict(zip(order, args), **named)
        return _call(name, {key: value for key, value in params.items() if value is not None})

    call.__name__ = name
    return call


for _name, _order in _given["tools"].items():
    globals()[_name] = _tool(_name, _order)


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(name)
    raise ImportError("%s is not available in a program. Available: %s" % (name, ", ".join(_given["tools"]) or "none"))


def json_parse(text):
    """JSON with control characters in strings, or with other text around it."""
    decoder = json.JSONDecoder(strict=False)
    try:
        return decoder.decode(text.strip())
    except ValueError as error:
        for index, char in enumerate(text):
            if char in "{[":
                try:
                    return decoder.raw_decode(text, index)[0]
                except ValueError:
                    continue
        raise error


def shell_quote(text):
    return shlex.quote(str(text))


def retry(work, max_attempts=3, delay=2):
    """Calls work() until it neither raises nor returns a dict with an error; waits twice as long each time."""
    for attempt in range(1, max_attempts + 1):
        try:
            result = work()
            if attempt == max_attempts or not (isinstance(result, dict) and result.get("error")):
                return result
        except Exception:
            if attempt == max_attempts:
                raise
        time.sleep(delay * 2 ** (attempt - 1))
`;
