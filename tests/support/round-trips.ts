import type { Socket } from "bun";

/** A way to a server through which every message of ours is counted. */
export interface CountedConnection {
	/** As the server's URL, by way of the counter. */
	readonly url: string;
	/** What we sent since the start, in pieces as they were written: one for each round trip. */
	count(): number;
	close(): void;
}

interface Pair {
	peer: Socket<Pair> | null;
	readonly early: Buffer[];
}

/** Opens a TCP relay on loopback to the server of a URL. */
export async function openCounter(serverUrl: string): Promise<CountedConnection> {
	const target = new URL(serverUrl);
	let sent = 0;
	const connect = (client: Socket<Pair>) =>
		Bun.connect<Pair>({
			hostname: target.hostname,
			port: Number(target.port),
			data: { peer: client, early: [] },
			socket: {
				data: (server, bytes) => void server.data.peer?.write(bytes),
				close: (server) => void server.data.peer?.end(),
			},
		});
	const relay = Bun.listen<Pair>({
		hostname: "127.0.0.1",
		port: 0,
		data: { peer: null, early: [] },
		socket: {
			async open(client) {
				client.data = { peer: null, early: [] };
				const server = await connect(client);
				client.data.peer = server;
				for (const bytes of client.data.early) server.write(bytes);
			},
			data(client, bytes) {
				sent++;
				if (client.data.peer) client.data.peer.write(bytes);
				else client.data.early.push(Buffer.from(bytes));
			},
			close: (client) => void client.data.peer?.end(),
		},
	});
	const url = new URL(serverUrl);
	url.hostname = "127.0.0.1";
	url.port = String(relay.port);
	return { url: url.href, count: () => sent, close: () => relay.stop(true) };
}
