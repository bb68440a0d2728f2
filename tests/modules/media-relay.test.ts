import { afterAll, describe, expect, test } from "bun:test";
import { hasMediaWorker, openCrowd } from "../support/forwarded-people.ts";
import { useLargeRooms } from "../support/large-rooms.ts";
import { relayedOf } from "../support/relayed.ts";
import type { TurnClient } from "../support/turn-client.ts";
import { until } from "../support/until.ts";

/** Announced to browsers, and no address of this machine: what is sent there arrives by the relay alone. */
const ANNOUNCED = "192.0.2.77";
const IP = 0xc000024d;
const CHANNEL = 0x4000;
const CANDIDATE = new RegExp(`${ANNOUNCED} (\\d+) typ host`);

/** Carries the packets of a simulated person, who speaks UDP alone, over a client of the relay. */
async function openBridge(client: TurnClient) {
	let person: { readonly port: number; readonly address: string } | null = null;
	const socket = await Bun.udpSocket({
		hostname: "127.0.0.1",
		socket: {
			data(_, data, port, address) {
				person = { port, address };
				client.sendOn(CHANNEL, Buffer.from(data));
			},
		},
	});
	let isOpen = true;
	const carry = async () => {
		while (isOpen) {
			const { data } = await client.next();
			if (person) socket.send(data, person.port, person.address);
		}
	};
	void carry().catch(() => undefined);
	return {
		port: socket.port,
		close() {
			isOpen = false;
			socket.close();
			client.close();
		},
	};
}

describe.skipIf(!hasMediaWorker)("the media worker behind the relay (needs its library)", async () => {
	const rooms = await useLargeRooms({ MEDIA_HOST: ANNOUNCED, TURN_PORT: "0", TURN_HOST: "127.0.0.1" });
	const { api, openRoom } = rooms;
	const { allocate } = relayedOf(api);
	const crowd = await openCrowd();
	afterAll(() => crowd.close());
	const unreachable = () => api.deps.relay?.figures.dropped.unreachable ?? 0;

	test("is reached by browsers without UDP, at its port and while the room goes through it, and nothing else is", async () => {
		const room = await openRoom(8);
		const client = await allocate(room.owner, room.meeting);
		const port = api.deps.forwarder?.port ?? 0;
		const before = unreachable();
		await client.permit({ ip: IP, port });
		client.sendTo({ ip: IP, port }, Buffer.from("too early"));
		await until(() => unreachable() === before + 1);
		const ninth = await room.come();
		await room.told("worker");
		for (const [ip, of] of [
			[IP, port + 1],
			[0x7f000001, port],
		] as const) {
			await client.permit({ ip, port: of });
			client.sendTo({ ip, port: of }, Buffer.from("elsewhere"));
		}
		await until(() => unreachable() === before + 3);
		await client.bind(CHANNEL, { ip: IP, port });
		const bridge = await openBridge(client);

		const seen: string[] = [];
		await crowd.connect(room.host.id, 0, room.host.socket, (sdp) => {
			seen.push(CANDIDATE.exec(sdp)?.[1] ?? "");
			return sdp.replace(CANDIDATE, `127.0.0.1 ${bridge.port} typ host`);
		});
		await crowd.connect(ninth.id, 1, ninth.socket, (sdp) => sdp.replace(ANNOUNCED, "127.0.0.1"));
		for (const { id } of [room.host, ninth]) crowd.act(id, { loudness: 80, isFilming: true });
		await until(async () => {
			await Bun.sleep(200);
			const all = await crowd.ask();
			const [relayed, direct] = [all[room.host.id], all[ninth.id]];
			return [relayed?.heard[1], relayed?.seen[1], direct?.heard[0], direct?.seen[0]].every((count) => count ?? 0);
		});

		expect(seen).toEqual([String(port)]);
		await room.owner.patch(`/orgs/${room.owner.orgId}/settings`, { mediaThroughServer: false });
		await room.told("mesh");
		const dropped = unreachable();
		await until(() => unreachable() > dropped);
		bridge.close();
		rooms.clear();
	}, 120_000);
});
