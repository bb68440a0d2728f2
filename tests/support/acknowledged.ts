import { type OrganizationState, readContents } from "./contents.ts";
import type { TestResponse } from "./harness.ts";
import { FIRST_ADMIN } from "./installation.ts";
import { creation, OF_CLIENTS, type Pending, type PendingRequest, randomChange } from "./organization-changes.ts";
import { ask, foundSchool } from "./school.ts";

/** An organization that is changed by only one client, so that at most one change of it is in progress. */
interface TrackedOrganization {
	/** Null until its creation was acknowledged. */
	id: string | null;
	/** The request that created it, to be sent again. */
	readonly creation: PendingRequest;
	/** The last acknowledged state; null: none yet. */
	settled: OrganizationState | null;
	pending: Pending | null;
}

interface Answer {
	readonly status: number;
	readonly replayed: boolean;
	/** Data or error of an operation. */
	readonly data: TestResponse["body"];
}

/** What {@link AcknowledgedWrites.settle} found. */
export interface Settled {
	/** Changes that were sent and never acknowledged. */
	readonly unanswered: number;
	/** How many of these had been carried out. */
	readonly done: number;
	readonly organizations: number;
	readonly events: number;
	readonly entries: number;
}

/** Accounts that become members of the organizations. */
const PEOPLE = 5;
/** Whoever waits longer for an answer has found a request that hangs, in ms. */
const PATIENCE_MS = 60_000;
/** Pause after a request without success, in ms. */
const PAUSE_MS = 100;
/** Age after which a token is replaced, in ms; it is good for 15 minutes. */
const TOKEN_MS = 600_000;
/** How many of the acknowledged creations are sent again when everything is settled. */
const REPEATED = 10;

/**
 * Clients that create, change, suspend and read organizations of a server whose administrator is `FIRST_ADMIN` and whose
 * limits are off, and know what was acknowledged to them. They try again, as clients do, while the server is away, and
 * outlive it: `connect` them to the next one, then `settle`.
 */
export class AcknowledgedWrites {
	/** Contradictions to what was acknowledged, requests that hang and answers of no use: one line each. */
	readonly faults: string[] = [];
	acknowledged = 0;
	/** Answers of 503. */
	unavailable = 0;
	/** Requests whose connection was refused or lost. */
	disconnected = 0;
	/** Called with each acknowledged state of an organization, in the moment it is known. */
	onAcknowledged: (id: string, state: OrganizationState) => void = () => undefined;
	readonly #known: TrackedOrganization[] = [];
	readonly #people: readonly string[];
	#url: string;
	#token = "";
	#tokenSinceMs = Number.NEGATIVE_INFINITY;

	private constructor(url: string, people: readonly string[]) {
		this.#url = url;
		this.#people = people;
	}

	/** Creates the accounts at a server without organizations, to which the clients are then connected. */
	static async begin(url: string): Promise<AcknowledgedWrites> {
		const people: string[] = [];
		for (let number = 0; number < PEOPLE; number++) people.push((await foundSchool(url)).userId);
		return new AcknowledgedWrites(url, people);
	}

	/** Lets the clients send to another address from now on. */
	connect(url: string): void {
		this.#url = url;
	}

	/**
	 * Lets so many clients send one request after the other; resolves when the signal was given and all have stopped.
	 * @param pauseMs pause of each between two requests
	 */
	async work(clients: number, until: AbortSignal, pauseMs = 0): Promise<void> {
		await Promise.all(Array.from({ length: clients }, () => this.#beClient(until, pauseMs)));
	}

	/**
	 * Compares all organizations with what was acknowledged, sends what was not acknowledged again, and some of the rest
	 * too, and compares once more. What does not agree is in `faults`. Nothing else may write meanwhile.
	 * @param databaseUrl as for `readContents`
	 * @throws Error when the server does not answer
	 */
	async settle(databaseUrl: string): Promise<Settled> {
		const before = await readContents(databaseUrl);
		this.faults.push(...before.faults);
		const idOf = new Map([...before.organizations].map(([id, { name }]) => [name, id]));
		let unanswered = 0;
		let carriedOut = 0;
		for (const one of this.#known) {
			const id = one.id ?? idOf.get(one.pending?.next.name ?? "");
			const found = id === undefined ? null : (before.organizations.get(id) ?? null);
			if (one.pending !== null) unanswered++;
			if (await this.#reconcile(one, found)) carriedOut++;
		}
		for (const one of this.#known.slice(-REPEATED)) {
			const answer = await this.#send(one.creation);
			if (answer.status !== 201 || !answer.replayed || answer.data.id !== one.id)
				this.faults.push(`${one.id} was created again: ${JSON.stringify(answer)}`);
		}
		const after = await readContents(databaseUrl);
		this.faults.push(...after.faults);
		for (const { id, settled } of this.#known)
			if (id === null || !same(after.organizations.get(id) ?? null, settled))
				this.faults.push(`${id} is not what was promised after the retries`);
		const organizations = [...after.organizations.values()].filter(({ name }) => OF_CLIENTS.test(name)).length;
		if (organizations !== this.#known.length)
			this.faults.push(`${organizations} organizations, ${this.#known.length} asked for`);
		return { unanswered, done: carriedOut, organizations, events: after.events, entries: after.entries };
	}

	async #beClient(until: AbortSignal, pauseMs: number): Promise<void> {
		const own: TrackedOrganization[] = [];
		while (!until.aborted) {
			try {
				await this.#step(own);
				if (pauseMs > 0) await Bun.sleep(pauseMs);
			} catch (error) {
				if (error instanceof ContradictionError) return void this.faults.push(error.message);
				if (error instanceof UnavailableError) this.unavailable++;
				else if (error instanceof Error && error.name === "TimeoutError")
					this.faults.push(`a request was not answered within ${PATIENCE_MS} ms`);
				else this.disconnected++;
				await Bun.sleep(PAUSE_MS);
			}
		}
	}

	/** Sends a request. Only an organization without a pending change is read or changed. */
	async #step(own: TrackedOrganization[]): Promise<void> {
		const one = own[Math.floor(Math.random() * own.length)];
		const dice = Math.random();
		if (one?.pending) await this.#recover(one);
		else if (one === undefined || dice < 0.3) await this.#create(own);
		else if (dice < 0.5) await this.#assertPromised(one);
		else await this.#change(one);
	}

	async #create(own: TrackedOrganization[]): Promise<void> {
		const pending = creation();
		const one: TrackedOrganization = { id: null, creation: pending.request, settled: null, pending };
		this.#known.push(one);
		own.push(one);
		await this.#settle(one);
	}

	async #change(one: TrackedOrganization): Promise<void> {
		if (one.id === null || one.settled === null) throw new Error("not created yet");
		one.pending = randomChange(one.id, one.settled, this.#people);
		await this.#settle(one);
	}

	/** Sends the pending change; once acknowledged, it is settled. */
	async #settle(one: TrackedOrganization): Promise<Answer> {
		if (one.pending === null) throw new Error("nothing is pending");
		const { request, next } = one.pending;
		const answer = await this.#send(request);
		if (answer.status >= 300)
			throw new ContradictionError(`${request.method} ${request.path}: ${JSON.stringify(answer)}`);
		one.id ??= String(answer.data.id);
		one.settled = next;
		this.onAcknowledged(one.id, next);
		one.pending = null;
		this.acknowledged++;
		return answer;
	}

	/** Finds out what became of a change that nobody acknowledged: its key tells, or the organization itself. */
	async #recover(one: TrackedOrganization): Promise<void> {
		if (one.pending === null) return;
		if (one.pending.request.key !== null) return void (await this.#settle(one));
		const found = await this.#observe(one);
		if (same(found, one.pending.next)) one.settled = found;
		else if (!same(found, one.settled)) throw this.#contradiction(one, found);
		one.pending = null;
	}

	async #assertPromised(one: TrackedOrganization): Promise<void> {
		const found = await this.#observe(one);
		if (!same(found, one.settled)) throw this.#contradiction(one, found);
	}

	#contradiction({ id, settled }: TrackedOrganization, found: OrganizationState | null): ContradictionError {
		return new ContradictionError(`${id} is ${JSON.stringify(found)}, promised ${JSON.stringify(settled)}`);
	}

	async #observe({ id }: TrackedOrganization): Promise<OrganizationState> {
		const read = async (path: string): Promise<Answer["data"]> => {
			const { status, data } = await this.#send({ method: "GET", path, key: null });
			if (status !== 200) throw new ContradictionError(`GET ${path}: ${status} ${JSON.stringify(data)}`);
			return data;
		};
		const { name, state } = await read(`/orgs/${id}?fields=name,state`);
		const listed: { userId: string; role: string }[] = await read(`/orgs/${id}/members`);
		return { name, state, members: Object.fromEntries(listed.map(({ userId, role }) => [userId, role])) };
	}

	/**
	 * Compares an organization with its acknowledged state, and sends its pending change again if that has a key.
	 * @returns whether the pending change had been carried out
	 */
	async #reconcile(one: TrackedOrganization, found: OrganizationState | null): Promise<boolean> {
		const { pending, settled } = one;
		const isDone = pending !== null && same(found, pending.next);
		if (!(isDone || same(found, settled))) this.faults.push(this.#contradiction(one, found).message);
		if (pending === null) return false;
		if (pending.request.key === null) {
			// The database shows what became of a PUT, PATCH or DELETE.
			if (isDone) one.settled = pending.next;
			one.pending = null;
			return isDone;
		}
		const { replayed } = await this.#settle(one);
		if (replayed !== isDone)
			this.faults.push(`${pending.request.path} ${pending.request.key}: done ${isDone}, replayed ${replayed}`);
		return isDone;
	}

	async #send({ method, path, key, body }: PendingRequest): Promise<Answer> {
		const headers = {
			authorization: `Bearer ${await this.#currentToken()}`,
			...(body !== undefined && { "content-type": "application/json" }),
			...(key !== null && { "idempotency-key": key }),
		};
		const response = await fetch(this.#url + path, {
			method,
			headers,
			signal: AbortSignal.timeout(PATIENCE_MS),
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		const { data, error } = text === "" ? {} : JSON.parse(text);
		if (response.status === 503 || error?.code === "idempotency_in_progress") throw new UnavailableError();
		return {
			status: response.status,
			replayed: response.headers.get("idempotency-replayed") === "true",
			data: data ?? error ?? {},
		};
	}

	async #currentToken(): Promise<string> {
		if (performance.now() - this.#tokenSinceMs < TOKEN_MS) return this.#token;
		const { status, body } = await ask(this.#url, "POST", "/auth/login", { body: FIRST_ADMIN });
		if (status !== 200) throw new UnavailableError();
		this.#token = body.access_token;
		this.#tokenSinceMs = performance.now();
		return this.#token;
	}
}

/** Thrown for an answer that contradicts what was acknowledged, or that no client can use. */
class ContradictionError extends Error {}

/** Thrown when the server asks to be asked again. */
class UnavailableError extends Error {}

const same = (a: OrganizationState | null, b: OrganizationState | null): boolean => Bun.deepEquals(a, b);
