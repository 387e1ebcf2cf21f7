/**
 * SQL that is 0 for messages that repeat no other row: a child session or a branch begins with copies, which must not
 * count twice. Looked for as text, so that an index can hold it and damaged JSON does not stop it.
 */
export const copyMark = `coalesce(instr(extra, '"_copy_of":'), 0)`;
