import { lazy } from "react";

/** What is needed in the room; it is loaded while people are at the door. */
export const loadInside = () => import("../room/stage.tsx");
export const Stage = lazy(async () => ({ default: (await loadInside()).Stage }));
export const ThroughServer = lazy(async () => ({ default: (await loadInside()).ThroughServer }));
export const OwnTracks = lazy(async () => ({ default: (await loadInside()).OwnTracks }));
