import type { SampleFile, World } from "../sample.ts";

/** Creates a series with one join code. */
async function shared({ id, send }: World) {
	const body = {
		title: "Optics",
		rule: "FREQ=DAILY;COUNT=2",
		startsAt: "2030-06-01T09:30:00",
		access: "link",
		joinCode: "shared",
	};
	return { seriesId: (await send("POST", `/workspaces/${await id("workspaceId")}/series`, body)).id };
}

export const samples: SampleFile["samples"] = {
	createSeries: { records: "series.create" },
	updateSeries: { records: "series.update" },
	deleteSeries: { records: "series.delete" },
	createSeriesMeeting: {
		records: "meeting.schedule",
		async needs({ id, send }) {
			const body = {
				title: "Optics",
				rule: "FREQ=DAILY;COUNT=2",
				startsAt: "2030-06-01T09:30:00",
				timezone: "Etc/UTC",
			};
			return { seriesId: (await send("POST", `/workspaces/${await id("workspaceId")}/series`, body)).id };
		},
		body: { occurrence: "2030-06-01T09:30:00Z" },
	},
	renewSeriesJoinCode: { records: "series.renew_code", needs: shared },
	deleteSeriesJoinCode: { records: "series.drop_code", needs: shared },
};

export const items: SampleFile["items"] = {
	listSeries: ({ create }, n) => create("createSeries", { n }),
	async listSeriesMeetings({ id, send }, n) {
		const occurrence = new Date(Date.UTC(2031, 0, 1 + n, 12)).toISOString();
		return send("POST", `/series/${await id("seriesId")}/meetings`, { occurrence });
	},
};

export const makers: SampleFile["makers"] = {
	/** A series whose meetings are created on demand. */
	async seriesId({ id, send }) {
		const body = { title: "Optics", rule: "FREQ=DAILY", startsAt: "2030-06-01T12:00:00", timezone: "Etc/UTC" };
		return (await send("POST", `/workspaces/${await id("workspaceId")}/series`, body)).id;
	},
};
