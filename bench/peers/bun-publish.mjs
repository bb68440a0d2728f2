/**
 * Bare `Bun.serve` with WebSockets: everybody subscribes to one topic, to which a text is published at a rate that
 * `POST /run?perSecond=&seconds=&bytes=` names. Leaves out everything else: whoever connects is let in, nothing is stored.
 */
import { runAtRate } from "./rate.mjs";
import { announce } from "./rows.mjs";

const server = Bun.serve({
	hostname: "127.0.0.1",
	port: 0,
	// It answers when everything is sent.
	idleTimeout: 0,
	async fetch(request, server) {
		if (server.upgrade(request)) return undefined;
		await runAtRate(new URL(request.url).searchParams, (text) => server.publish("room", text));
		return Response.json({});
	},
	websocket: { open: (socket) => socket.subscribe("room"), message() {} },
});
announce({ base: `http://127.0.0.1:${server.port}` });
