import { ConfigError, loadConfig } from "../config.ts";
import type { Finding } from "./doctor/finding.ts";
import { EXIT, type ExitCode } from "./failure.ts";
import { print, printJson } from "./terminal.ts";

/** Runs `parley doctor`: checks everything a start needs and changes nothing. */
export async function doctor({ json }: { readonly json?: true }): Promise<ExitCode> {
	const findings = await runChecks();
	const isFit = findings.every(({ verdict }) => verdict !== "fail");
	if (json) await printJson({ ok: isFit, findings });
	else await print(findings.map(formatFinding).join(""));
	return isFit ? EXIT.ok : EXIT.failure;
}

async function runChecks(): Promise<readonly Finding[]> {
	try {
		const config = loadConfig();
		const { checkInstallation } = await import("./doctor/installation.ts");
		return [{ check: "configuration", verdict: "ok", detail: "usable" }, ...(await checkInstallation(config))];
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		return error.errors.map((detail) => ({ check: "configuration", verdict: "fail", detail }));
	}
}

function formatFinding({ check, verdict, detail, mend }: Finding): string {
	return `${verdict.padEnd(5)} ${check.padEnd(15)} ${detail}\n${mend === undefined ? "" : `${" ".repeat(22)}${mend}\n`}`;
}
