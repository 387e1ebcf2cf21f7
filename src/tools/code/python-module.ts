/** `hermes_tools` as a program imports it; what it connects to stands in connection.json beside it. */
export const pythonModule = `"""The tools of this session. Results are dicts; a failed call has an "error" in its dict."""
import json
import os
import shlex
import socket
import threading
import time

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "connection.json"), encoding="utf-8") as _file:
    _given = json.load(_file)
_lock = threading.Lock()
_open = {"lines": None, "socket": None, "id": 0}


class ToolError(Exception):
    """The call was not carried out: not available to programs, too many calls, or the connection is gone."""


def _exchange(method, params):
    _open["id"] += 1
    message = {"jsonrpc": "2.0", "id": _open["id"], "method": method, "params": params}
    _open["socket"].sendall((json.dumps(message) + "\\n").encode("utf-8"))
    line = _open["lines"].readline()
    if not line:
        raise ToolError("The connection to the agent is closed.")
    answer = json.loads(line)
    if "error" in answer:
        raise ToolError(answer["error"]["message"])
    return answer["result"]


def _call(name, params):
    with _lock:
        if _open["socket"] is None:
            _open["socket"] = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            _open["socket"].connect(_given["socket"])
            _open["lines"] = _open["socket"].makefile("r", encoding="utf-8", newline="\\n")
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
