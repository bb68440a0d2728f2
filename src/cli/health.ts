import type { Config } from "../config.ts";
import { EXIT, type ExitCode } from "./failure.ts";
import { askOwnServer } from "./own-server.ts";
import { print, printError, printJson } from "./terminal.ts";

/** Time after which a server counts as not ready. */
const TIMEOUT_MS = 4_000;

interface Health {
	readonly ready: boolean;
	/** Why it is not ready, a sentence for each reason. */
	readonly problems: readonly string[];
}

/**
 * Runs `parley health`: asks the server of this configuration, on this machine, whether it is ready. For health checks of
 * containers, where no other program is there to ask. The exit code is 1 when it is not ready or does not answer.
 */
export async function checkHealth(config: Config, { json = false }: { readonly json?: boolean }): Promise<ExitCode> {
	const { ready, problems } = await healthOf(config);
	if (json) await printJson({ ready, problems });
	else if (ready) await print("ready\n");
	else await printError(problems.map((problem) => `parley: ${problem}\n`).join(""));
	return ready ? EXIT.ok : EXIT.failure;
}

async function healthOf(config: Config): Promise<Health> {
	try {
		const response = await askOwnServer(config, "/health/ready", TIMEOUT_MS);
		if (response.ok) return { ready: true, problems: [] };
		const { error } = (await response.json()) as { error?: { meta?: { checks?: readonly Check[] } } };
		const failed = (error?.meta?.checks ?? []).filter(({ ok }) => !ok);
		const problems = failed.map(({ name, detail }) => `not ready, ${name}: ${detail}`);
		return { ready: false, problems: problems.length > 0 ? problems : [`not ready: HTTP ${response.status}`] };
	} catch {
		return { ready: false, problems: [`no server answers on ${config.host}:${config.port}`] };
	}
}

interface Check {
	readonly name: string;
	readonly ok: boolean;
	readonly detail: string | null;
}
