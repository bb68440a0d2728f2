export { listMembershipsOfUser, type MembershipOfUser, usersRepository } from "./repository.ts";
