/** Whether SQL text would lose rows or structure: DROP, TRUNCATE, and DELETE or UPDATE of whole tables. */
export function losesData(sql: string): boolean {
  return statements(sql).some((statement) => {
    if (/^\s*(?:drop|truncate)\b/i.test(statement)) return true;
    if (/^\s*alter\b[^]*\b(?:drop|delete|truncate|detach)\b/i.test(statement)) return true;
    const changes = /\bdelete\s+from\b/i.test(statement) || /\bupdate\b[^]*\bset\b/i.test(statement);
    return changes && !/\bwhere\b(?!\s*\(?\s*(?:1\s*=\s*1|true)\b)/i.test(statement) && !isReport(statement);
  });
}

function isReport(statement: string): boolean {
  return /^\s*(?:explain(?!\s+analy)|create|show|describe|insert)\b/i.test(statement);
}

/** Comments and strings are data. */
function statements(sql: string): readonly string[] {
  return sql.replaceAll(/--[^\n]*|\/\*(?:(?!\*\/)[^])*\*\/|'(?:[^']|'')*'/g, " ").split(";");
}
