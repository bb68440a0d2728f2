import { ask, foundSchool, type Person } from "#tests/support/school";

/** Work of teachers in a school. */
export interface Teachers {
	/** Requests that succeeded. */
	readonly answered: number;
	/** Requests that were answered by 503, or whose connection was lost. */
	readonly unavailable: number;
	/** Answers that nobody should get, and acknowledged meetings that are lost: one line each. */
	readonly faults: readonly string[];
	/** Lets teachers plan, hold and look up meetings until the signal is given. */
	work(url: () => string, teachers: number, pauseMs: number, until: AbortSignal): Promise<void>;
	/** Asks for every meeting that was acknowledged. */
	settle(url: string): Promise<number>;
}

/** Age after which teachers sign in again, in ms: a token is good for 15 minutes. */
const TOKEN_MS = 600_000;
const PASSWORD = "a perfectly long password";

/** Thrown when the server asks to be asked again. */
class UnavailableError extends Error {}

/** Founds a school with a workspace. */
export async function teachersOf(base: string): Promise<Teachers> {
	const owner = await foundSchool(base);
	const workspace = await ask(base, "POST", `/orgs/${owner.orgId}/workspaces`, {
		token: owner.token,
		body: { name: "Physics" },
	});
	const workspaceId = String(workspace.body.data.id);
	/** Titles by the id of the meeting; null: a change of it was not acknowledged. */
	const titles = new Map<string, string | null>();
	const faults: string[] = [];
	let answered = 0;
	let unavailable = 0;
	let person: Promise<Person> = Promise.resolve(owner);
	let signedInMs = performance.now();

	async function signIn(url: string): Promise<Person> {
		const { email, orgId } = owner;
		const { status, body } = await ask(url, "POST", "/auth/login", { body: { email, password: PASSWORD, orgId } });
		if (status !== 200) throw new UnavailableError();
		return { ...owner, token: body.access_token };
	}

	async function request(url: string, method: string, path: string, body?: unknown) {
		if (performance.now() - signedInMs > TOKEN_MS) {
			signedInMs = performance.now();
			person = signIn(url).catch((error: unknown) => {
				signedInMs = Number.NEGATIVE_INFINITY;
				throw error;
			});
		}
		const answer = await ask(url, method, path, { token: (await person).token, ...(body !== undefined && { body }) });
		if (answer.status === 503) throw new UnavailableError();
		if (answer.status >= 300) faults.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
		answered++;
		return answer.body?.data;
	}

	/** Plans a meeting, changes it, holds it, and looks at what there is. */
	async function hold(url: string): Promise<void> {
		const title = `Optics ${crypto.randomUUID()}`;
		const created = await request(url, "POST", `/workspaces/${workspaceId}/meetings`, { title });
		const id = created?.meeting?.id;
		if (typeof id !== "string") return;
		titles.set(id, title);
		const changed = `${title} II`;
		titles.set(id, null);
		await request(url, "PATCH", `/meetings/${id}`, { title: changed });
		titles.set(id, changed);
		const found = await request(url, "GET", `/meetings/${id}`);
		if (found?.title !== changed) faults.push(`${id} is called ${found?.title}, not ${changed}`);
		await request(url, "POST", `/meetings/${id}/start`, {});
		await request(url, "POST", `/meetings/${id}/join`, {});
		await request(url, "POST", `/meetings/${id}/chat`, { text: `Welcome to ${title}` });
		await request(url, "GET", `/meetings/${id}/chat`);
		await request(url, "POST", `/meetings/${id}/end`, {});
		await request(url, "GET", "/meetings?limit=20");
		await request(url, "GET", `/orgs/${owner.orgId}/workspaces`);
		await request(url, "GET", `/orgs/${owner.orgId}/members?q=own`);
	}

	return {
		get answered() {
			return answered;
		},
		get unavailable() {
			return unavailable;
		},
		faults,
		async work(url, teachers, pauseMs, until) {
			const beTeacher = async () => {
				while (!until.aborted) {
					await hold(url()).catch(() => void unavailable++);
					await Bun.sleep(pauseMs);
				}
			};
			await Promise.all(Array.from({ length: teachers }, beTeacher));
		},
		async settle(url) {
			for (const [id, title] of titles) {
				const found = await request(url, "GET", `/meetings/${id}`);
				if (title !== null && found?.title !== title) faults.push(`${id} is called ${found?.title}, not ${title}`);
			}
			return titles.size;
		},
	};
}
