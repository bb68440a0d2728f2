import { ConfigError, loadConfig } from "../config.ts";
import type { Finding } from "./doctor/finding.ts";
import { EXIT, type ExitCode } from "./failure.ts";
import { print, printJson } from "./terminal.ts";

/** `parley doctor`: looks at everything a start needs and changes nothing. */
export async function doctor({ json }: { readonly json?: true }): Promise<ExitCode> {
	const findings = await examine();
	const isFit = findings.every(({ verdict }) => verdict !== "fail");
	if (json) await printJson({ ok: isFit, findings });
	else await print(findings.map(paragraphOf).join(""));
	return isFit ? EXIT.ok : EXIT.failure;
}

async function examine(): Promise<readonly Finding[]> {
	try {
		const config = loadConfig();
		const { examineInstallation } = await import("./doctor/installation.ts");
		return [{ check: "configuration", verdict: "ok", detail: "usable" }, ...(await examineInstallation(config))];
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		return error.faults.map((detail) => ({ check: "configuration", verdict: "fail", detail }));
	}
}

function paragraphOf({ check, verdict, detail, mend }: Finding): string {
	return `${verdict.padEnd(5)} ${check.padEnd(15)} ${detail}\n${mend === undefined ? "" : `${" ".repeat(22)}${mend}\n`}`;
}
