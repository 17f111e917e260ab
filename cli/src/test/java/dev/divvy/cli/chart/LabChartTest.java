package dev.divvy.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.plan.Allocators;
import dev.divvy.cli.lab.Lab;
import dev.divvy.cli.lab.Outcome;
import dev.divvy.cli.lab.Setup;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class LabChartTest {

    @ParameterizedTest
    @CsvSource({"5,1000,200", "50,20,20", "1,1,1", "1,1,7", "30,1000,1"})
    void thePictureIsWellFormedWithALineAnAllocatorInEachPanel(int members, int pieces, int events) throws Exception {
        Setup setup = new Setup(members, pieces, events, 1);
        List<Outcome> outcomes = Lab.run(
                setup, Allocators.names().stream().map(Allocators::byName).toList(), (allocator, event) -> {});
        String svg = LabChart.of(setup, outcomes);
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        List<String> lines = texts(document, "polyline");
        List<String> names = Allocators.names();
        assertThat(lines).hasSize(2 * names.size());
        assertThat(lines.subList(0, names.size())).containsExactlyInAnyOrderElementsOf(names);
        assertThat(lines.subList(names.size(), lines.size())).containsExactlyInAnyOrderElementsOf(names);
        assertThat(texts(document, "text")).containsAll(names).contains("events", "moved/bound", "worst load");
        assertThat(svg).doesNotContain("<script", "href", "@import", "NaN", "Infinity");
    }

    private static List<String> texts(Document document, String element) {
        NodeList nodes = document.getElementsByTagName(element);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(((Element) nodes.item(i)).getTextContent());
        }
        return texts;
    }
}
