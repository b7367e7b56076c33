// Runs the Khronos glTF validator over files. Arguments: the folder of the validator's package,
// then a JSON file with a list of paths. Prints a JSON list: path, issues, what the validator saw.
"use strict";
const fs = require("fs");
const path = require("path");
const [, , packageFolder, listFile] = process.argv;
const validator = require(packageFolder);

async function validate(file) {
  const beside = (uri) => {
    const place = path.join(path.dirname(file), decodeURIComponent(uri));
    return fs.promises.readFile(place).then((bytes) => new Uint8Array(bytes));
  };
  const bytes = new Uint8Array(fs.readFileSync(file));
  const options = { uri: path.basename(file), maxIssues: 0, externalResourceFunction: beside };
  const { issues } = await validator.validateBytes(bytes, options);
  const { messages, truncated } = issues;
  return { path: file, truncated: Boolean(truncated), messages };
}

(async () => {
  const found = [];
  for (const file of JSON.parse(fs.readFileSync(listFile, "utf8"))) {
    found.push(await validate(file));
  }
  process.stdout.write(JSON.stringify(found));
})().catch((error) => {
  console.error(String(error));
  process.exit(1);
});
