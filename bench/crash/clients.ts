/** Roles by user id. */
type Members = Readonly<Record<string, string>>;

/** The expected state of an organization. */
export interface OrganizationState {
	readonly name: string;
	readonly state: string;
	readonly members: Members;
}

/** A change that was sent and has no response yet. */
interface Pending {
	readonly request: PendingRequest;
	/** State of the organization after the change. */
	readonly next: OrganizationState;
}

/** An organization that is changed by only one client, so that at most one change of it is in progress. */
export interface TrackedOrganization {
	/** Null until its creation was acknowledged. */
	id: string | null;
	/** The request that created it, to be sent again. */
	readonly creation: PendingRequest;
	/** The last acknowledged state; null: none yet. */
	settled: OrganizationState | null;
	pending: Pending | null;
}

interface PendingRequest {
	readonly method: string;
	readonly path: string;
	readonly key: string | null;
	readonly body?: unknown;
}

interface ParsedResponse {
	readonly status: number;
	readonly replayed: boolean;
	readonly data: Readonly<Record<string, unknown>>;
}

/** Clients that create, change, suspend and read organizations, and keep track of acknowledged changes. */
export class Clients {
	readonly known: TrackedOrganization[] = [];
	/** Contradictions to acknowledged changes, one line each. */
	readonly faults: string[] = [];
	acknowledged = 0;
	readonly #people: readonly string[];
	#url = "";
	#token = "";

	/** @param people ids of accounts that become members */
	constructor(people: readonly string[]) {
		this.#people = people;
	}

	/** Sets the URL of the program. */
	connect(url: string, token: string): void {
		this.#url = url;
		this.#token = token;
	}

	/** Sends requests until the program no longer responds. */
	async work(count: number): Promise<void> {
		await Promise.all(Array.from({ length: count }, () => this.#runUntilDisconnected()));
	}

	async #runUntilDisconnected(): Promise<void> {
		const own: TrackedOrganization[] = [];
		try {
			for (;;) {
				const one = own[Math.floor(Math.random() * own.length)];
				const dice = Math.random();
				if (one === undefined || dice < 0.3) own.push(await this.#create());
				else if (dice < 0.5) await this.#read(one);
				else await this.#change(one);
			}
		} catch (error) {
			if (error instanceof ContradictionError) this.faults.push(error.message);
		}
	}

	async #create(): Promise<TrackedOrganization> {
		const key = crypto.randomUUID();
		const creation = { method: "POST", path: "/orgs", key, body: { name: `School ${key}`, orgType: "education" } };
		const next = { name: creation.body.name, state: "active", members: {} };
		const one: TrackedOrganization = { id: null, creation, settled: null, pending: { request: creation, next } };
		this.known.push(one);
		await this.#settle(one);
		return one;
	}

	/** Sends the pending change; once acknowledged, it is settled. */
	async #settle(one: TrackedOrganization): Promise<ParsedResponse> {
		if (one.pending === null) throw new Error("nothing is pending");
		const { request, next } = one.pending;
		const answer = await this.#send(request);
		if (answer.status >= 300)
			throw new ContradictionError(`${request.method} ${request.path}: ${JSON.stringify(answer)}`);
		if (request === one.creation) one.id = String(answer.data.id);
		one.settled = next;
		one.pending = null;
		this.acknowledged++;
		return answer;
	}

	async #change(one: TrackedOrganization): Promise<void> {
		one.pending = this.#randomChange(one);
		await this.#settle(one);
	}

	#randomChange({ id, settled }: TrackedOrganization): Pending {
		if (settled === null) throw new Error("not created yet");
		const path = `/orgs/${id}`;
		const key = crypto.randomUUID();
		const dice = Math.random();
		if (dice < 0.4) {
			const name = `Renamed ${key}`;
			return { request: { method: "PUT", path, key: null, body: { name } }, next: { ...settled, name } };
		}
		if (dice < 0.6) {
			const [verb, state] = settled.state === "active" ? ["suspend", "suspended"] : ["resume", "active"];
			return { request: { method: "POST", path: `${path}/${verb}`, key, body: {} }, next: { ...settled, state } };
		}
		const userId = this.#people[Math.floor(Math.random() * this.#people.length)] ?? "";
		const { [userId]: role, ...others } = settled.members;
		const of = `${path}/members`;
		if (role === undefined) {
			const next = { ...settled, members: { ...others, [userId]: "manager" } };
			return { request: { method: "POST", path: of, key, body: { userId, role: "manager" } }, next };
		}
		if (dice < 0.8) {
			const other = role === "manager" ? "admin" : "manager";
			const next = { ...settled, members: { ...others, [userId]: other } };
			return { request: { method: "PATCH", path: `${of}/${userId}`, key: null, body: { role: other } }, next };
		}
		return { request: { method: "DELETE", path: `${of}/${userId}`, key: null }, next: { ...settled, members: others } };
	}

	/** Asserts that reads return the acknowledged state. */
	async #read({ id, settled }: TrackedOrganization): Promise<void> {
		const { data } = await this.#send({ method: "GET", path: `/orgs/${id}?fields=name,state`, key: null });
		if (data.name !== settled?.name || data.state !== settled?.state)
			throw new ContradictionError(
				`${id} reads ${JSON.stringify(data)} after ${JSON.stringify(settled)} was acknowledged`,
			);
	}

	/**
	 * Compares every organization with its acknowledged state after a restart, repeats unacknowledged requests that have
	 * a key, and some of the acknowledged creations too.
	 * @param observe returns the state of an organization in the database
	 * @param idOf returns the id of an organization by name
	 * @returns how many unacknowledged requests had been carried out
	 */
	async reconcile(
		observe: (id: string) => OrganizationState | undefined,
		idOf: (name: string) => string | undefined,
	): Promise<number> {
		let done = 0;
		for (const one of this.known) {
			const id = one.id ?? idOf(one.pending?.next.name ?? "") ?? null;
			if (await this.#reconcileOne(one, id === null ? undefined : observe(id))) done++;
		}
		for (const one of this.known.slice(-10)) {
			const answer = await this.#send(one.creation);
			if (answer.status !== 201 || !answer.replayed || answer.data.id !== one.id)
				this.faults.push(`${one.id} was created again: ${JSON.stringify(answer)}`);
		}
		return done;
	}

	/** Settles the pending change; returns whether it had been carried out. */
	async #reconcileOne(one: TrackedOrganization, found: OrganizationState | undefined): Promise<boolean> {
		const { id, pending, settled } = one;
		const isDone = pending !== null && same(found, pending.next);
		if (!(isDone || same(found, settled ?? undefined)))
			this.faults.push(`${id} is ${JSON.stringify(found)}, promised ${JSON.stringify(settled)}`);
		if (pending === null) return false;
		if (pending.request.key === null) {
			// PUT, PATCH and DELETE have no key: the database shows whether they were carried out.
			if (isDone) one.settled = pending.next;
			one.pending = null;
			return isDone;
		}
		const { replayed } = await this.#settle(one);
		if (replayed !== isDone)
			this.faults.push(`${pending.request.path} ${pending.request.key}: done ${isDone}, replayed ${replayed}`);
		return isDone;
	}

	/** Compares again without sending anything: after {@link reconcile} everything is settled. */
	verify(observe: (id: string) => OrganizationState | undefined, count: number): void {
		for (const { id, settled } of this.known)
			if (id === null || !same(observe(id), settled ?? undefined))
				this.faults.push(`${id} is not what was promised after the retries`);
		if (count !== this.known.length) this.faults.push(`${count} organizations, ${this.known.length} asked for`);
	}

	async #send({ method, path, key, body }: PendingRequest): Promise<ParsedResponse> {
		const headers = {
			authorization: `Bearer ${this.#token}`,
			...(body !== undefined && { "content-type": "application/json" }),
			...(key !== null && { "idempotency-key": key }),
		};
		const response = await fetch(this.#url + path, {
			method,
			headers,
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		const answer =
			text === "" ? {} : (JSON.parse(text) as { data?: ParsedResponse["data"]; error?: ParsedResponse["data"] });
		const replayed = response.headers.get("idempotency-replayed") === "true";
		return { status: response.status, replayed, data: answer.data ?? answer.error ?? {} };
	}
}

/**
 * Thrown for a response that contradicts an acknowledged change. A broken connection is not one: it is the subject of
 * the benchmark.
 */
class ContradictionError extends Error {}

const same = (a: OrganizationState | undefined, b: OrganizationState | undefined): boolean => Bun.deepEquals(a, b);
