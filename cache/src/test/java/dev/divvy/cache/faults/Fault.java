package dev.divvy.cache.faults;

import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import dev.divvy.testservers.process.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Faults and planned changes of a settled cluster of processes, none of which loses anything while there are enough backups. */
enum Fault {
    /** Kills as many nodes at once as there are backups. */
    KILL {
        @Override
        List<Integer> happen(ProcessCluster cluster, int backups, Random random) {
            List<Integer> nodes = choose(cluster, backups, random);
            nodes.forEach(cluster::kill);
            return nodes;
        }
    },
    /** Pauses a node until the others have ejected it. */
    PAUSE {
        @Override
        List<Integer> happen(ProcessCluster cluster, int backups, Random random) {
            return pauseUntilEjected(cluster, choose(cluster, 1, random).get(0), random);
        }
    },
    /** Pauses the node that keeps the board until the others have ejected it: when it resumes, that is the end of a split. */
    PAUSE_OF_THE_OLDEST {
        @Override
        List<Integer> happen(ProcessCluster cluster, int backups, Random random) {
            return pauseUntilEjected(cluster, cluster.oldest(), random);
        }
    },
    /** Kills a node while another one is paused for a moment that ends no lease. */
    KILL_DURING_A_SHORT_PAUSE {
        @Override
        List<Integer> happen(ProcessCluster cluster, int backups, Random random) {
            List<Integer> nodes = choose(cluster, 2, random);
            TestProcess paused = cluster.process(nodes.get(0));
            paused.pause();
            try {
                pause(random.nextInt(200));
                cluster.kill(nodes.get(1));
                pause(random.nextInt(200));
            } finally {
                paused.resume();
            }
            return nodes.subList(1, 2);
        }
    },
    /** Stops a node by a planned leave. */
    LEAVE {
        @Override
        List<Integer> happen(ProcessCluster cluster, int backups, Random random) {
            List<Integer> nodes = choose(cluster, 1, random);
            cluster.stop(nodes.get(0));
            return nodes;
        }
    },
    /** Kills a node while another one leaves. */
    KILL_DURING_LEAVE {
        @Override
        List<Integer> happen(ProcessCluster cluster, int backups, Random random) {
            List<Integer> nodes = choose(cluster, 2, random);
            TestProcess leaving = cluster.beginStop(nodes.get(0));
            pause(random.nextInt(400));
            cluster.kill(nodes.get(1));
            leaving.awaitEnd();
            return nodes;
        }
    },
    /** Stops a node, and kills another one while the first joins again. */
    KILL_DURING_JOIN {
        @Override
        List<Integer> happen(ProcessCluster cluster, int backups, Random random) {
            List<Integer> nodes = choose(cluster, 2, random);
            cluster.stop(nodes.get(0));
            cluster.awaitSettled();
            cluster.start(nodes.get(0));
            pause(500 + random.nextInt(1500));
            cluster.kill(nodes.get(1));
            return nodes;
        }
    },
    /** Stops and starts all nodes, one after the other. */
    ROLLING_RESTART {
        @Override
        List<Integer> happen(ProcessCluster cluster, int backups, Random random) {
            List<Integer> nodes = cluster.running();
            for (int node : nodes) {
                cluster.stop(node);
                cluster.start(node);
                cluster.awaitSettled();
            }
            return nodes;
        }
    },
    /** Drains a node and takes that back. */
    DRAIN {
        @Override
        List<Integer> happen(ProcessCluster cluster, int backups, Random random) {
            List<Integer> nodes = choose(cluster, 2, random);
            try (RespClient client = cluster.client(nodes.get(0))) {
                Object drained = client.ask("DIVVY.DRAIN", "n" + nodes.get(1));
                pause(random.nextInt(1500));
                Object undrained = client.ask("DIVVY.UNDRAIN", "n" + nodes.get(1));
                if (!"OK".equals(drained) || !"OK".equals(undrained)) {
                    throw new AssertionError("drain: " + drained + ", undrain: " + undrained);
                }
            }
            return List.of();
        }
    };

    /** Lets it happen; returns the nodes that ended, or were ejected. The caller starts those that do not run. */
    abstract List<Integer> happen(ProcessCluster cluster, int backups, Random random);

    private static List<Integer> pauseUntilEjected(ProcessCluster cluster, int node, Random random) {
        int other = cluster.running().stream()
                .filter(candidate -> candidate != node)
                .findAny()
                .orElseThrow();
        cluster.process(node).pause();
        try {
            TestCluster.until(
                    "n" + node + " is ejected",
                    () -> !cluster.incarnations(other).containsKey("n" + node));
            pause(random.nextInt(1500));
        } finally {
            cluster.process(node).resume();
        }
        return List.of(node);
    }

    private static List<Integer> choose(ProcessCluster cluster, int count, Random random) {
        List<Integer> nodes = new ArrayList<>(cluster.running());
        Collections.shuffle(nodes, random);
        return nodes.subList(0, count);
    }

    /** Lets the clients and nodes go on for a while, so that the next step happens at any moment of the last one. */
    private static void pause(int millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (end - System.nanoTime() > 0) {
            LockSupport.parkNanos(
                    Math.min(end - System.nanoTime(), Duration.ofMillis(10).toNanos()));
        }
    }
}
