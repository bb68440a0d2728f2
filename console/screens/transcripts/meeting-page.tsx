import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";
import { Meeting } from "../meetings/meeting.tsx";

/** Few meetings have one. */
const Obstacle = lazyRouteComponent(() => import("./obstacle.tsx"), "Obstacle");

/** A meeting, and what keeps it from its transcript. */
export const MeetingPage = () => (
	<>
		<Meeting />
		<Suspense>
			<Obstacle />
		</Suspense>
	</>
);
