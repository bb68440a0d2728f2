import { Meeting } from "../meetings/meeting.tsx";
import { Obstacle } from "./obstacle.tsx";

/** A meeting, and what keeps it from its transcript. */
export const MeetingPage = () => (
	<>
		<Meeting />
		<Obstacle />
	</>
);
