import "./prod.ts";
import { runCli } from "./cli/program.ts";

// Not process.exit(): a server goes on running, and what is still being written to a pipe gets there.
process.exitCode = await runCli(process.argv.slice(2));
