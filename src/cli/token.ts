import type { Scope } from "#kernel/scopes";
import { systemContext } from "#modules/tenancy/permissions";
import type { Config } from "../config.ts";
import { withServices } from "./services.ts";
import { print, printJson } from "./terminal.ts";

/** Runs `parley token`. @throws `not_found` `forbidden` `org_mismatch` `insufficient_scope` */
export async function printToken(
	config: Config,
	options: {
		readonly email: string;
		readonly org?: string;
		readonly scopes?: readonly Scope[];
		readonly json?: true;
	},
): Promise<void> {
	const { email, org: orgId, scopes } = options;
	const issued = await withServices(config, (services) =>
		services.scriptTokens.issue(systemContext("cli:token"), { email, orgId, scopes }),
	);
	if (options.json) await printJson(issued);
	else await print(`${issued.token}\n`);
}
