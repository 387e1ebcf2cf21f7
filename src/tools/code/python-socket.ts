/** Over a Unix socket, a line a message. */
export const pythonSocket = `
_open = {"lines": None, "socket": None}


def _ask(message):
    if _open["socket"] is None:
        _open["socket"] = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        _open["socket"].connect(os.path.join(_folder, "tools.sock"))
        _open["lines"] = _open["socket"].makefile("r", encoding="utf-8", newline="\\n")
    _open["socket"].sendall((json.dumps(message) + "\\n").encode("utf-8"))
    line = _open["lines"].readline()
    if not line:
        raise ToolError("The connection to the agent is closed.")
    return json.loads(line)
`;
