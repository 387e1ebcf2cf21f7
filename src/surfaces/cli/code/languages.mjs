// JavaScript, because the library's types bring those of browsers into the whole program: `document` would exist.
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import go from "highlight.js/lib/languages/go";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import markdown from "highlight.js/lib/languages/markdown";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

const web = { css, javascript, json, markdown, typescript, xml, yaml };
const known = { ...web, bash, c, cpp, diff, go, java, python, rust, sql };

const library = hljs.newInstance();
for (const [name, define] of Object.entries(known)) library.registerLanguage(name, define);

/**
 * For its types see languages.d.mts.
 * @param {string} code
 * @param {string} language
 */
export function marked(code, language) {
  if (library.getLanguage(language) === undefined) return null;
  return library.highlight(code, { language, ignoreIllegals: true }).value;
}
