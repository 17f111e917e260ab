package dev.divvy.cache.replication.protocol;

import dev.divvy.cache.replication.protocol.Scope.Freedom;
import java.util.Optional;

/** The steps of a search that have to do with the board: sightings, records, joins and ejections. */
final class BoardSteps {

    private final SearchedWorld world;

    BoardSteps(SearchedWorld world) {
        this.world = world;
    }

    TokenView view(int life, int atEpoch, int incarnations) {
        BoardRecordModel seen = world.records[atEpoch];
        return new TokenView(
                atEpoch,
                seen.owner() == BoardRecordModel.NOBODY ? Optional.empty() : Optional.of(Lives.at(seen.owner())),
                seen.since(),
                Lives.set(seen.copies()),
                Lives.set(seen.heirs()),
                seen.lostAt()[life] > 0,
                seen.since() > 1,
                new TokenView.Presence(Lives.set(incarnations), Lives.set(incarnations)));
    }

    boolean isReleased() {
        int[] lostAt = world.record().lostAt();
        for (int life = 0; life < world.nodes.length; life++) {
            if (lostAt[life] > 0 && world.isPresent(life) && world.acknowledged[life] < lostAt[life]) {
                return false;
            }
        }
        return true;
    }

    /** Whether all that must release the token, by the record that a node follows, have told it that they did. */
    private boolean isReleasedDirectly(SearchedNode node) {
        int epoch = (int) node.replica.view.epoch();
        if (epoch == 0) {
            return false;
        }
        int[] lostAt = world.records[epoch].lostAt();
        for (int life = 0; life < lostAt.length; life++) {
            long told = node.directRelease(life);
            if (lostAt[life] > 0 && (told < lostAt[life] || told > epoch)) {
                return false;
            }
        }
        return true;
    }

    /** A node gains a token between two sightings when it is told of its release. */
    void gainIfReleased(SearchedNode node) {
        if (node.directReleases != 0 && world.isPresent(node.life) && isReleasedDirectly(node)) {
            node.owner().gain(node.leased);
        }
    }

    boolean fetchSighting(int life) {
        if (!world.nodes[life].alive || !world.isPresent(life) || world.nodes[life].fetched != null) {
            return false;
        }
        SearchedNode node = world.change(life);
        pulse(node);
        node.fetched = new SearchedNode.Sighting(view(life, world.epoch, world.present), isReleased());
        return true;
    }

    private void pulse(SearchedNode node) {
        world.acknowledged[node.life] = Math.max(world.acknowledged[node.life], node.ackReady);
        world.settled[node.life] = Math.max(world.settled[node.life], node.settledReady);
    }

    boolean applySighting(int life) {
        SearchedNode.Sighting sighting = world.nodes[life].fetched;
        if (!world.nodes[life].alive || sighting == null) {
            return false;
        }
        SearchedNode node = world.change(life);
        node.fetched = null;
        node.replica.see(sighting.view(), node.leased);
        if (sighting.released()) {
            node.owner().gain(node.leased);
        }
        gainIfReleased(node);
        boolean idle = node.owner().phase == OwnerPhase.NOT_OWNER;
        if (idle || node.isOwnTenure() || world.is(Mistake.ACK_BEFORE_CLOSED)) {
            node.ackReady = sighting.view().epoch();
        }
        if (node.owner().isSettled()) {
            node.settledReady = sighting.view().epoch();
        }
        if (!world.scope.has(Freedom.LATE_SIGHTINGS)) {
            pulse(node); // the next pulse follows at once
        }
        return true;
    }

    boolean publish(int owner, int copies) {
        boolean someoneKnows = false;
        for (int life = 0; life < world.nodes.length; life++) {
            someoneKnows |= world.nodes[life].alive
                    && world.isPresent(life)
                    && world.nodes[life].replica.view.epoch() == world.epoch;
        }
        if (!someoneKnows) {
            return false;
        }
        BoardRecordModel last = world.record();
        int[] lostAt = last.lostAt();
        for (int life = 0; life < world.nodes.length; life++) {
            if (lostAt[life] > 0 && (!world.isPresent(life) || world.acknowledged[life] >= lostAt[life])) {
                lostAt[life] = 0;
            }
        }
        boolean stays = last.owner() == owner;
        if (!stays && last.owner() != BoardRecordModel.NOBODY && world.isPresent(last.owner())) {
            lostAt[last.owner()] = world.epoch + 1;
        }
        int heirs = heirs(last, owner, copies, stays);
        if (stays && copies == last.copies() && heirs == last.heirs()) {
            return false;
        }
        world.epoch++;
        world.records[world.epoch] =
                new BoardRecordModel(owner, stays ? last.since() : world.epoch, copies, heirs, lostAt);
        return true;
    }

    private int heirs(BoardRecordModel last, int owner, int copies, boolean stays) {
        int had = last.listed();
        if (stays && (world.settled[owner] >= world.epoch || world.is(Mistake.PRUNE_UNSETTLED))) {
            had &= last.copies();
        }
        if (world.is(Mistake.HEIRS_FORGOTTEN)) {
            had = last.copies() | (last.owner() == BoardRecordModel.NOBODY ? 0 : 1 << last.owner());
        }
        return world.is(Mistake.UNLISTED_BEFORE_FORGOTTEN) ? 0 : had & ~copies & ~(1 << owner) & world.present;
    }

    boolean join(int life) {
        SearchedNode node = new SearchedNode(life, world.mistake.rules(world.scope.backups()));
        world.nodes[life] = node;
        node.alive = true;
        node.leased = true;
        world.present |= 1 << life;
        world.born |= 1 << life;
        node.replica.view = view(life, world.epoch, world.present);
        if (world.is(Mistake.COPY_BY_ID)) {
            standInForDead(node, life - 1);
        }
        return true;
    }

    /** The mistake: the record names members, so that a restarted one takes the place of its former incarnation. */
    private void standInForDead(SearchedNode node, int former) {
        BoardRecordModel last = world.record();
        if (!world.isPresent(former) && Lives.has(last.copies() | last.heirs(), former)) {
            int gone = 1 << former;
            int mine = 1 << node.life;
            world.records[world.epoch] = new BoardRecordModel(
                    last.owner(),
                    last.since(),
                    Lives.has(last.copies(), former) ? (last.copies() & ~gone) | mine : last.copies(),
                    Lives.has(last.heirs(), former) ? (last.heirs() & ~gone) | mine : last.heirs(),
                    last.lostAt());
            node.replica.state = DataState.COMPLETE;
            node.replica.position = Position.beginOf(last.since());
        }
    }

    boolean removeDead(int life) {
        world.present &= ~(1 << life);
        return true;
    }

    /** R8: an ejected incarnation drops everything, before the next one begins. */
    boolean learnEjection(int life) {
        SearchedNode old = world.nodes[life];
        drop(life);
        int next = Integer.numberOfTrailingZeros(~world.born);
        if (world.is(Mistake.EJECTED_KEEPS_COPY) && next < world.nodes.length) {
            boolean unused = join(next);
            if (old.replica.state == DataState.COMPLETE) {
                TokenReplica<Long> kept = world.nodes[next].replica;
                kept.state = DataState.COMPLETE;
                kept.position = old.replica.position;
                kept.contents = new LogContents(old.log());
                BoardRecordModel last = world.record();
                world.records[world.epoch] = new BoardRecordModel(
                        last.owner(), last.since(), last.copies(), last.heirs() | (1 << next), last.lostAt());
            }
        }
        return true;
    }

    void drop(int life) {
        world.nodes[life] = new SearchedNode(life, world.mistake.rules(world.scope.backups()));
        for (int other = 0; other < world.nodes.length; other++) {
            world.links[other][life] = Link.EMPTY; // messages that it has sent may still arrive
            world.lateLinks[other][life] = Link.EMPTY;
        }
    }
}
