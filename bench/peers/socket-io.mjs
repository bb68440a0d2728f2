/**
 * Socket.IO on Node, as in its documentation, with WebSockets only: everybody is in one room, to which a text is
 * emitted at a rate that `POST /run?perSecond=&seconds=&bytes=` names. Leaves out: whoever connects is let in, and
 * nothing is stored.
 */
import { createServer } from "node:http";
import { Server } from "socket.io";
import { runAtRate } from "./rate.mjs";
import { announce } from "./rows.mjs";

const server = createServer(async (request, response) => {
	const url = new URL(request.url, "http://localhost");
	await runAtRate(url.searchParams, (text) => io.to("room").emit("final", text));
	response.end("{}");
});
const io = new Server(server, { transports: ["websocket"], perMessageDeflate: false });
io.on("connection", (socket) => socket.join("room"));
server.listen(0, "127.0.0.1", () => announce({ base: `http://127.0.0.1:${server.address().port}` }));
