import "./prod.ts";
import { runCli } from "./cli/program.ts";

// Not process.exit(): a server keeps running, and pending output to a pipe is still delivered.
process.exitCode = await runCli(process.argv.slice(2));
