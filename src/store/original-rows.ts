/**
 * SQL for messages that repeat no other row. A child session or a branch begins with copies, which must not count twice.
 * Looked for as text: an index may use it, and damaged JSON does not stop it.
 */
export const isOriginal = `coalesce(instr(extra, '"_copy_of":'), 0) = 0`;
