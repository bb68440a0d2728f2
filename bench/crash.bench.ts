import { join } from "node:path";
import { Clients } from "./crash/clients.ts";
import { inspect } from "./crash/inspection.ts";
import { withFolder } from "./support/folder.ts";
import { type Program, SOURCES, serve, signIn } from "./support/program.ts";
import { figures, table } from "./support/report.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about = "kill -9 amid mixed load, again and again on the same data; what was promised is there";
/** Required tools. */
export const needs: readonly Tool[] = [];
/** Options shown by `bun run bench crash --help`. */
export const usage = "  N    number of kills (default 20)\n";

const CLIENTS = 16;
const PEOPLE = 5;

/** Kills the program 20 times (or `args[0]`) and checks after each restart that nothing acknowledged is missing. */
export async function run([kills = "20"]: readonly string[]): Promise<void> {
	await withFolder((folder) => killRepeatedly(folder, Number(kills)));
}

async function killRepeatedly(folder: string, kills: number): Promise<void> {
	let program = await serve(SOURCES, folder);
	let token = await signIn(program.url);
	const { people, schools } = await invitePeople(program, token);
	const clients = new Clients(people);
	const rows: (string | number)[][] = [];
	const recoveriesMs: number[] = [];
	try {
		for (let kill = 1; kill <= kills; kill++) {
			clients.connect(program.url, token);
			const before = clients.acknowledged;
			const working = clients.work(CLIENTS);
			await Bun.sleep(200 + Math.random() * 600);
			await program.kill();
			await working;
			const promised = clients.acknowledged - before;
			const open = clients.known.filter(({ pending }) => pending !== null).length;

			const startMs = performance.now();
			program = await serve(SOURCES, folder);
			recoveriesMs.push(performance.now() - startMs);
			token = await signIn(program.url);
			clients.connect(program.url, token);
			const crashed = inspectDatabase(folder, clients);
			const ids = new Map([...crashed.organizations].map(([id, { name }]) => [name, id]));
			const done = await clients.reconcile(
				(id) => crashed.organizations.get(id),
				(name) => ids.get(name),
			);
			const settled = inspectDatabase(folder, clients);
			clients.verify((id) => settled.organizations.get(id), settled.organizations.size - schools);
			rows.push([
				kill,
				promised,
				open,
				done,
				settled.organizations.size,
				settled.events,
				settled.entries,
				clients.faults.length,
			]);
			if (clients.faults.length > 0) break;
		}
	} finally {
		await program.kill();
	}
	table(
		["kill", "acknowledged", "unanswered", "of them done", "organizations", "events", "audit entries", "faults"],
		rows,
	);
	for (const fault of clients.faults.slice(0, 20)) process.stdout.write(`${fault}\n`);
	figures("crash", {
		kills: rows.length,
		acknowledged: clients.acknowledged,
		faults: clients.faults.length,
		slowest_restart_ms: Math.max(...recoveriesMs),
	});
	if (clients.faults.length > 0) process.exitCode = 1;
}

function inspectDatabase(folder: string, clients: Clients) {
	const inspection = inspect(join(folder, "parley.db"));
	clients.faults.push(...inspection.faults);
	return inspection;
}

/**
 * Creates accounts that become members of other organizations; returns them and the number of organizations created for
 * them.
 */
async function invitePeople({ url }: Program, token: string): Promise<{ people: string[]; schools: number }> {
	const people: string[] = [];
	async function post(path: string, body: unknown): Promise<Record<string, unknown>> {
		const headers = {
			"content-type": "application/json",
			...(path === "/orgs" && { authorization: `Bearer ${token}` }),
		};
		const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
		const answer = (await response.json()) as { readonly data?: Record<string, unknown> };
		if (!response.ok) throw new Error(`POST ${path}: ${JSON.stringify(answer)}`);
		return answer.data ?? {};
	}
	for (let n = 0; n < PEOPLE; n++) {
		const school = { name: `Home ${n}`, orgType: "education", ownerEmail: `person${n}@school.example` };
		const { ownerInvitation } = (await post("/orgs", school)) as { ownerInvitation?: { readonly token: string } };
		const accepted = await post(`/auth/invitations/${ownerInvitation?.token}/accept`, {
			name: `Person ${n}`,
			password: "a perfectly long password",
		});
		people.push(String(accepted.userId));
	}
	return { people, schools: PEOPLE };
}
