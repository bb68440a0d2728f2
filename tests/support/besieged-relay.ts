import { afterEach, beforeEach, expect } from "bun:test";
import { type Harness, PASSWORD } from "./harness.ts";
import { relayedOf } from "./relayed.ts";
import { type IceServer, introduce, isHeard, TurnClient } from "./turn-client.ts";

/**
 * Prepares a relay for attacks by the tests of a file: two participants of a meeting use it, and must still hear each other
 * after each test, as others must be able to come.
 */
export async function besiege(api: Harness) {
	const relayed = relayedOf(api);
	const owner = await api.createOrganization();
	const stranger = await api.createOrganization();
	const peaceful = await relayed.room(owner);
	const { meeting, host, other } = peaceful;
	await introduce(host, other);
	let server: IceServer = await relayed.serverOf(owner, meeting);

	beforeEach(async () => {
		for (const person of [owner, stranger]) {
			const { body } = await api.post("/auth/login", { email: person.email, password: PASSWORD });
			Object.assign(person, { token: body.access_token });
		}
		server = await relayed.serverOf(owner, meeting);
		// Time has passed: their allocations last on, and what they may send is there again.
		api.advanceMs(1_000);
		await Promise.all([host.refresh(600), other.refresh(600)]);
		await Promise.all([host.permit(other.address), other.permit(host.address)]);
	});
	afterEach(async () => {
		expect(await isHeard(host, other)).toBe(true);
		const another = await TurnClient.allocated(server);
		another.close();
	});

	return {
		...relayed,
		owner,
		/** The owner of another organization. */
		stranger,
		peaceful,
		/** Returns what the host of the peaceful meeting gets. */
		server: (): IceServer => server,
		/** Connects, without an allocation. */
		open: (): Promise<TurnClient> => TurnClient.connect(server.urls[0] ?? ""),
	};
}
