import type { SignalCandidate } from "#client";

/** Candidates found within this time travel in one message: a laptop with VPNs finds dozens. */
const BATCH_MS = 40;

/** Sends the candidates that a connection finds, several at once. */
export function sendCandidates(connection: RTCPeerConnection, send: (candidates: SignalCandidate[]) => void): void {
	let found: SignalCandidate[] = [];
	connection.onicecandidate = ({ candidate: each }) => {
		if (!each?.candidate) return;
		const { candidate, sdpMid, sdpMLineIndex, usernameFragment } = each;
		if (found.push({ candidate, sdpMid, sdpMLineIndex, usernameFragment }) > 1) return;
		setTimeout(() => {
			const candidates = found;
			found = [];
			if (connection.connectionState !== "closed") send(candidates);
		}, BATCH_MS);
	};
}
