import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { fileWorkspace } from "../../../../tests/support/file-workspace.ts";

/** An archive as other programs write it: local headers, deflated data, the directory behind. */
function zip(files: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(files).map(([name, text]) => ({
    name: Buffer.from(name),
    data: deflateRawSync(text),
  }));
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const { name, data } of entries) {
    const at = locals.reduce((sum, { length }) => sum + length, 0);
    const [local, central] = [Buffer.alloc(30), Buffer.alloc(46)];
    local.writeUInt32LE(0x04_03_4b_50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    central.writeUInt32LE(0x02_01_4b_50, 0);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(data.length, 20);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(at, 42);
    locals.push(local, name, data);
    directory.push(central, name);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(locals).length, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

const unreadable: unknown = expect.stringContaining("it cannot be read as PDF");
const stream = "BT /F1 12 Tf 72 700 Td (Hello from a page) Tj ET";
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length ${stream.length}>>stream
${stream}
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF`;

test("a notebook is read as its cells and what they printed", async () => {
  const cells = [
    { cell_type: "markdown", source: ["# Title\n", "words"] },
    {
      cell_type: "code",
      source: "1 + 1",
      outputs: [
        { output_type: "stream", text: ["noise\n"] },
        { output_type: "execute_result", data: { "text/plain": "2", "text/html": "<b>2</b>" } },
        { output_type: "display_data", data: { "image/png": "iVBOR" } },
        { output_type: "error", ename: "NameError", evalue: "no x", traceback: [] },
      ],
    },
  ];
  const { read } = fileWorkspace({ "a.ipynb": JSON.stringify({ nbformat: 4, cells }), "b.ipynb": "{ broken" });
  expect(await read({ path: "a.ipynb" })).toMatchObject({
    content:
      "1|[cell 1: markdown]\n2|# Title\n3|words\n4|\n5|[cell 2: code]\n6|1 + 1\n7|[output]\n8|noise\n9|2\n10|[image/png]\n11|NameError: no x",
    total_lines: 11,
  });
  expect(await read({ path: "b.ipynb" })).toMatchObject({ content: "1|{ broken" });
});

function cell(text: string): string {
  return `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
}

test("a Word document is read as its paragraphs and tables", async () => {
  const xml = `<?xml version="1.0"?>\n<w:document><w:body><w:p><w:r><w:t>One &amp; </w:t></w:r><w:r><w:t xml:space="preserve">two</w:t></w:r></w:p><w:p><w:r><w:delText>gone</w:delText><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>&#x263A;</w:t></w:r></w:p><w:tbl><w:tr>${cell("x")}${cell("y")}</w:tr></w:tbl></w:body></w:document>`;
  const { read } = fileWorkspace({ "a.docx": zip({ "[Content_Types].xml": "", "word/document.xml": xml }) });
  expect(await read({ path: "a.docx" })).toMatchObject({ content: "1|One & two\n2|a\tb\n3|☺\n4|x\ty" });
});

test("a workbook is read sheet by sheet, empty cells in their columns", async () => {
  const { read } = fileWorkspace({
    "a.xlsx": zip({
      "xl/workbook.xml":
        '<workbook><sheets><sheet name="Costs" sheetId="1" r:id="rId7"/><sheet name="B &amp; C" r:id="rId8"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels":
        '<Relationships><Relationship Id="rId8" Target="/xl/worksheets/two.xml"/><Relationship Id="rId7" Target="worksheets/sheet1.xml"/></Relationships>',
      "xl/sharedStrings.xml": "<sst><si><t>name</t></si><si><r><t>pr</t></r><r><t>ice</t></r></si></sst>",
      "xl/worksheets/sheet1.xml":
        '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="2"><c r="A2"/><c r="B2" t="b"><v>1</v></c><c r="C2"><f>1+1</f><v>2.5</v></c></row></sheetData></worksheet>',
      "xl/worksheets/two.xml": '<worksheet><row><c t="inlineStr"><is><t>in line</t></is></c></row></worksheet>',
    }),
  });
  expect(await read({ path: "a.xlsx" })).toMatchObject({
    content: "1|[sheet Costs]\n2|name\t\tprice\n3|\tTRUE\t2.5\n4|\n5|[sheet B & C]\n6|in line",
  });
});

test("a PDF is read page by page, and never written over", async () => {
  const { read, write, text } = fileWorkspace({ "a.pdf": pdf });
  expect(await read({ path: "a.pdf" })).toMatchObject({ content: "1|[page 1]\n2|Hello from a page" });
  expect(await write({ path: "a.pdf", content: "x" })).toEqual({
    error: "a.pdf is a binary file; text would destroy it.",
  });
  expect(text("a.pdf")).toBe(pdf);
});

test("documents that are broken, or bombs, say so", async () => {
  const bomb = zip({ "word/document.xml": "<w:t>".padEnd(80 * 1024 * 1024, "0") });
  const { read } = fileWorkspace({
    "a.docx": Buffer.from([0x50, 0x4b, 0, 0]),
    "b.docx": bomb,
    "c.xlsx": zip({ "other.xml": "" }),
    "d.pdf": Buffer.from("%PDF-1.4\0nothing"),
    "e.docx": zip({ "word/document.xml": "<w:p/>" }).subarray(0, 40),
  });
  expect(await read({ path: "a.docx" })).toEqual({ error: "Cannot read a.docx: it is not a Word document." });
  expect(await read({ path: "b.docx" })).toEqual({ error: "Cannot read b.docx: it is not a Word document." });
  expect(await read({ path: "c.xlsx" })).toEqual({ error: "Cannot read c.xlsx: it is not an Excel workbook." });
  expect(await read({ path: "d.pdf" })).toMatchObject({ error: unreadable });
  expect(await read({ path: "e.docx" })).toEqual({ error: "Cannot read e.docx: it is not a Word document." });
});
