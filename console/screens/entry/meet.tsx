import { Suspense, useEffect } from "react";
import { useStore } from "../../app/use-store.ts";
import type { Entry } from "../../room/entry.ts";
import { Failure, Loading } from "../../ui/states.tsx";
import { Toasts } from "../../ui/toasts.tsx";
import { Arrive } from "./arrive.tsx";
import { loadInside, Stage } from "./inside.ts";
import { Closed, Early, Elsewhere, Lobby, Over } from "./waiting.tsx";

/** The way into a meeting, the room, and the way out. */
export const Meet = ({ entry }: { entry: Entry }) => (
	<>
		<Place entry={entry} />
		<Toasts />
	</>
);

function Place({ entry }: { entry: Entry }) {
	const { way } = useStore(entry.state);
	// While people are at the door.
	useEffect(() => void loadInside(), []);
	switch (way.at) {
		case "loading":
			return (
				<main className="sentence">
					<Loading />
				</main>
			);
		case "failed":
			return (
				<main className="sentence">
					<Failure error={way.error} onRetry={() => entry.begin()} />
				</main>
			);
		case "closed":
			return <Closed {...way} />;
		case "arriving":
			return <Arrive entry={entry} visitor={way.visitor} media={way.media} />;
		case "early":
			return <Early entry={entry} visitor={way.visitor} startsAt={way.startsAt} />;
		case "lobby":
			return <Lobby entry={entry} />;
		case "elsewhere":
			return <Elsewhere entry={entry} />;
		case "in":
			return (
				<Suspense>
					<Stage room={way.room} meeting={way.meeting} api={way.visitor.api} />
				</Suspense>
			);
		case "over":
			return <Over entry={entry} visitor={way.visitor} how={way.how} />;
	}
}
