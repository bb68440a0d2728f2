import { type Client, ProblemError, unwrap } from "#client";

/** What is done with a meeting and its people while it runs. */
export function createHostTools(api: Client, meetingId: string) {
	const meeting = { path: { meetingId } };
	const person = (participantId: string) => ({ path: { meetingId, participantId } });
	const PARTICIPANT = "/meetings/{meetingId}/participants/{participantId}";

	return {
		admit: (id: string) => unwrap(api.POST(`${PARTICIPANT}/admit`, { params: person(id) })),

		/** Refuses who waits, and removes who is in the room. */
		async remove(id: string): Promise<void> {
			const { response, error } = await api.DELETE(PARTICIPANT, { params: person(id) });
			if (!response.ok) throw ProblemError.of(response.status, error);
		},

		/** Has a member run the meeting as well. */
		makeHost: (id: string) => unwrap(api.PATCH(PARTICIPANT, { params: person(id), body: { role: "host" } })),

		/** Says that the meeting is recorded from now on, or no longer. */
		record: (state: "started" | "stopped") =>
			unwrap(api.POST("/meetings/{meetingId}/recording", { params: meeting, body: { state } })),

		end: () => unwrap(api.POST("/meetings/{meetingId}/end", { params: meeting })),
		leave: () => unwrap(api.POST("/meetings/{meetingId}/leave", { params: meeting })),
		say: (text: string) => unwrap(api.POST("/meetings/{meetingId}/chat", { params: meeting, body: { text } })),
		async deleteMessage(messageId: string): Promise<void> {
			const params = { path: { meetingId, messageId } };
			const { response, error } = await api.DELETE("/meetings/{meetingId}/chat/{messageId}", { params });
			if (!response.ok) throw ProblemError.of(response.status, error);
		},

		/** Returns what was written so far, oldest first. */
		async listChat() {
			const params = { ...meeting, query: { order: "newest", limit: 200 } } as const;
			return (await unwrap(api.GET("/meetings/{meetingId}/chat", { params }))).data.toReversed();
		},

		/** Whether somebody is in the room as far as the server knows. A server that does not answer changes nothing. */
		async isAdmitted(id: string): Promise<boolean> {
			try {
				return (await unwrap(api.GET(PARTICIPANT, { params: person(id) }))).data.state === "admitted";
			} catch (error) {
				return !(error instanceof ProblemError) || error.isRetryable;
			}
		},
	};
}

export type HostTools = ReturnType<typeof createHostTools>;
