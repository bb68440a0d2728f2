import type { Socket } from "bun";

/** A proxy to a server that counts the messages of the client. */
export interface CountedConnection {
	/** URL of the server through the proxy. */
	readonly url: string;
	/** Returns the number of messages sent since the start: one for each round trip. */
	count(): number;
	close(): void;
}

interface Pair {
	peer: Socket<Pair> | null;
	readonly early: Buffer[];
}

/** Opens a TCP proxy on loopback to the server of a URL. */
export async function openCountedConnection(serverUrl: string): Promise<CountedConnection> {
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
