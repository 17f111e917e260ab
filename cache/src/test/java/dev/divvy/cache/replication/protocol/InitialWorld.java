package dev.divvy.cache.replication.protocol;

import java.util.Arrays;

/** Makes the first state of a search. */
final class InitialWorld {

    private InitialWorld() {}

    /** Returns the first state: the token is settled, and one write was answered. */
    static SearchedWorld create(Scope scope, Mistake mistake) {
        SearchedWorld world = new SearchedWorld(scope, mistake);
        int lives = scope.incarnations();
        world.nodes = new SearchedNode[lives];
        world.acknowledged = new long[lives];
        world.settled = new long[lives];
        world.links = new Link[lives][lives];
        world.lateLinks = new Link[lives][lives];
        for (int life = 0; life < lives; life++) {
            Arrays.fill(world.links[life], Link.EMPTY);
            Arrays.fill(world.lateLinks[life], Link.EMPTY);
        }
        world.epoch = 1;
        world.present = (1 << scope.members()) - 1;
        world.born = world.present;
        world.records = new BoardRecordModel[scope.epochs() + 1];
        int copies = ((1 << scope.backups()) - 1) << 1;
        world.records[1] = new BoardRecordModel(0, 1, copies, 0, new int[lives]);
        world.lastWrite = 1;
        world.answered = Log.plus(Log.EMPTY, 1);
        for (int life = 0; life < lives; life++) {
            world.nodes[life] = node(world, life);
        }
        world.settled[0] = 1;
        world.writes = scope.commands().writes();
        world.reads = scope.commands().reads();
        world.crashes = scope.faults().crashes();
        world.ejections = scope.faults().ejections();
        world.breaks = scope.faults().breaks();
        return world;
    }

    private static SearchedNode node(SearchedWorld world, int life) {
        SearchedNode node = new SearchedNode(life, world.mistake.rules(world.scope.backups()));
        if (life < world.scope.members()) {
            node.alive = true;
            node.leased = true;
            node.replica.view = new BoardSteps(world).view(life, 1, world.present);
            node.ackReady = 1;
            world.acknowledged[life] = 1;
        }
        if (life <= world.scope.backups()) {
            TokenReplica<Long> replica = node.replica;
            replica.contents = new LogContents(world.answered);
            replica.state = DataState.COMPLETE;
            replica.position = Position.beginOf(1);
            replica.recent.replaceBy(RecentChanges.Tail.emptyAt(Position.beginOf(1)));
            replica.promised = 1;
            replica.conversation = life == 0 ? 0 : 1;
        }
        if (life == 0) {
            node.owner().phase = OwnerPhase.SERVING;
            node.owner().tenure = 1;
            node.settledReady = 1;
            for (int copy = 1; copy <= world.scope.backups(); copy++) {
                RemoteReplica remote = new RemoteReplica();
                remote.state = RemoteState.CONFIRMED;
                remote.conversation = 1;
                remote.confirm(Position.beginOf(1));
                node.owner().others.byIncarnation.put(Lives.at(copy), remote);
            }
        }
        return node;
    }
}
