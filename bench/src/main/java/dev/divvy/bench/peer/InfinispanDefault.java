package dev.divvy.bench.peer;

import java.util.List;
import org.infinispan.distribution.ch.impl.DefaultConsistentHash;
import org.infinispan.distribution.ch.impl.DefaultConsistentHashFactory;
import org.infinispan.remoting.transport.Address;

/** Infinispan's default factory of consistent hashes: one segment per piece, one owner each, equal capacities. */
public final class InfinispanDefault implements Rebalancer<DefaultConsistentHash> {

    static {
        // Read when the first class of Infinispan is loaded: its logs go to slf4j, which drops them.
        System.setProperty("org.jboss.logging.provider", "slf4j");
    }

    private static final int OWNERS = 1;

    private final DefaultConsistentHashFactory factory = new DefaultConsistentHashFactory();

    private record Node(String name) implements Address {
        @Override
        public int compareTo(Address other) {
            return name.compareTo(((Node) other).name);
        }
    }

    @Override
    public String name() {
        return "infinispan default";
    }

    @Override
    public DefaultConsistentHash first(int pieces, List<String> members) {
        return factory.create(OWNERS, pieces, nodes(members), null);
    }

    @Override
    public DefaultConsistentHash change(DefaultConsistentHash before, List<String> members) {
        return factory.rebalance(factory.updateMembers(before, nodes(members), null));
    }

    @Override
    public String[] owners(DefaultConsistentHash state) {
        String[] owners = new String[state.getNumSegments()];
        for (int segment = 0; segment < owners.length; segment++) {
            owners[segment] = ((Node) state.locatePrimaryOwnerForSegment(segment)).name();
        }
        return owners;
    }

    private static List<Address> nodes(List<String> members) {
        return members.stream().<Address>map(Node::new).toList();
    }
}
